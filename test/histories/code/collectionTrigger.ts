export { CollectionTrigger } from '../../../nodes/Collection/CollectionTrigger.node';
export * as trigger from '../../harness/collectionTriggerCode';
