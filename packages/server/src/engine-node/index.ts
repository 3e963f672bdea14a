export { type EngineNode, startEngineNode } from './start-engine-node.ts';
