export * from './as-id.ts';
export * from './builders.ts';
export * from './free-port.ts';
export * from './post-and-hold.ts';
export * from './start-test-service.ts';
export * from './time/manual-clock.ts';
