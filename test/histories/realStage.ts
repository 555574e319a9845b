import { realCollectionStage } from '../harness/collectionTrigger';
import { realStepStage } from '../harness/realStepStage';
import { realStage as triggerStage } from '../harness/trigger';
import type { Stage } from './stage';
import { stage } from './stage';

/** n8n's own contexts, and the simulator over real HTTP; the code is that of the bundles. */
export const realStage: Stage = {
	...triggerStage,
	loadTriggerCode: stage.loadTriggerCode,
	collection: {
		...realCollectionStage,
		get code() {
			return stage.collection.code;
		},
		loadCode: stage.collection.loadCode,
	},
	steps: { ...realStepStage, restart: stage.steps.restart },
};
