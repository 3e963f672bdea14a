-- expand, min_program 0
-- Order numbers are searched by their beginning as well.
CREATE INDEX transactions_order_number_prefix ON transactions (tenant_id, order_number text_pattern_ops, transaction_id);
