-- expand, min_program 46
-- One index for each place of a pair: a search reads a few entries of each, however many rows there are. A GIN index of the whole array could
-- not end a search early where one pair is that of very many rows. The last two find rows that have no pairs yet.
CREATE INDEX CONCURRENTLY frame_prints_pair_1 ON frame_prints ((pairs[1])) WHERE pairs[1] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_2 ON frame_prints ((pairs[2])) WHERE pairs[2] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_3 ON frame_prints ((pairs[3])) WHERE pairs[3] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_4 ON frame_prints ((pairs[4])) WHERE pairs[4] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_5 ON frame_prints ((pairs[5])) WHERE pairs[5] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_6 ON frame_prints ((pairs[6])) WHERE pairs[6] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_7 ON frame_prints ((pairs[7])) WHERE pairs[7] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_8 ON frame_prints ((pairs[8])) WHERE pairs[8] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_9 ON frame_prints ((pairs[9])) WHERE pairs[9] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_10 ON frame_prints ((pairs[10])) WHERE pairs[10] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_pair_11 ON frame_prints ((pairs[11])) WHERE pairs[11] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_1 ON face_prints ((pairs[1])) WHERE pairs[1] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_2 ON face_prints ((pairs[2])) WHERE pairs[2] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_3 ON face_prints ((pairs[3])) WHERE pairs[3] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_4 ON face_prints ((pairs[4])) WHERE pairs[4] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_5 ON face_prints ((pairs[5])) WHERE pairs[5] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_6 ON face_prints ((pairs[6])) WHERE pairs[6] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_7 ON face_prints ((pairs[7])) WHERE pairs[7] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_8 ON face_prints ((pairs[8])) WHERE pairs[8] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_9 ON face_prints ((pairs[9])) WHERE pairs[9] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_10 ON face_prints ((pairs[10])) WHERE pairs[10] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_11 ON face_prints ((pairs[11])) WHERE pairs[11] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_12 ON face_prints ((pairs[12])) WHERE pairs[12] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_13 ON face_prints ((pairs[13])) WHERE pairs[13] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_14 ON face_prints ((pairs[14])) WHERE pairs[14] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_15 ON face_prints ((pairs[15])) WHERE pairs[15] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_16 ON face_prints ((pairs[16])) WHERE pairs[16] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_17 ON face_prints ((pairs[17])) WHERE pairs[17] IS NOT NULL;
CREATE INDEX CONCURRENTLY face_prints_pair_18 ON face_prints ((pairs[18])) WHERE pairs[18] IS NOT NULL;
CREATE INDEX CONCURRENTLY frame_prints_unpaired ON frame_prints (tenant_id, attempt_id, step) WHERE pairs IS NULL;
CREATE INDEX CONCURRENTLY face_prints_unpaired ON face_prints (tenant_id, attempt_id, step) WHERE pairs IS NULL;
