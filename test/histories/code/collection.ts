export { Collection } from '../../../nodes/Collection/Collection.node';
export { executeOn } from '../../harness/executeOn';
