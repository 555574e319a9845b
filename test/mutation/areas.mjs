/**
 * What `npm run test:mutation` breaks, and the tests that have to notice: the code that loses
 * something, or does it twice, when it is wrong. All paths are globs from the root.
 *
 * @type {Array<{ name: string, mutate: string[], tests: string[] }>}
 */
export const AREAS = [
	{
		name: 'requests',
		mutate: [
			'nodes/shared/http/{retry,exchange,lane,slotLane,rateLane,sharedLane,download,origin,request}.ts',
		],
		tests: ['test/nodes/shared/http/*.test.ts'],
	},
	{
		name: 'runs',
		mutate: ['nodes/shared/{runItems,settledItems,runKey}.ts'],
		tests: ['test/nodes/shared/{runItems,settledItems,runKey,operation,failures}.test.ts'],
	},
	{
		name: 'providers',
		mutate: ['nodes/shared/provider/*.ts', 'nodes/Mail/graph/{batch,lanes,client,pages}.ts'],
		tests: [
			'test/nodes/shared/provider/*.test.ts',
			'test/nodes/Mail/{connectGraph,graph/*}.test.ts',
			'test/nodes/Collection/api/*.test.ts',
		],
	},
	{
		name: 'creating',
		mutate: ['nodes/Collection/{createOnce,claims}.ts'],
		tests: [
			'test/nodes/Collection/{claims,api/lostAnswers}.test.ts',
			'test/nodes/Collection/actions/{client,createRequest}.test.ts',
		],
	},
	{
		name: 'events',
		mutate: ['nodes/Collection/trigger/*.ts'],
		tests: ['test/nodes/Collection/trigger/*.test.ts'],
	},
	{
		name: 'sending',
		mutate: [
			'nodes/Mail/email/{sendOnce,sendDirectly,sendReply,postDraftOnce,draft,moveMessage}.ts',
		],
		tests: [
			'test/nodes/Mail/email/send*.test.ts',
			'test/nodes/Mail/actions/email/{sendEmail,sendDraft,replyToEmail,forwardEmail,createDraft,moveEmail}.operation.test.ts',
		],
	},
	{
		name: 'files',
		mutate: ['nodes/Mail/attachments/{attachOnce,upload}.ts'],
		tests: [
			'test/nodes/Mail/attachments/{upload,pieces}.test.ts',
			'test/nodes/Mail/actions/email/{addAttachment,sendEmail}.operation.test.ts',
		],
	},
	{
		name: 'policies',
		mutate: ['nodes/{shared,Mail,Collection}/policy/*.ts'],
		tests: [
			'test/nodes/shared/policy/*.test.ts',
			'test/nodes/{Mail,Collection}/policy/{guard,rules}.test.ts',
		],
	},
	{
		name: 'trigger',
		mutate: [
			'nodes/Mail/trigger/{settle,cursor,deliver,poll}.ts',
			'nodes/shared/trigger/{session,pollInTurn}.ts',
		],
		tests: ['test/nodes/{Mail,shared}/trigger/*.test.ts'],
	},
	{
		name: 'approval',
		mutate: ['nodes/Mail/approval/!(texts|look).ts'],
		tests: ['test/nodes/Mail/actions/email/sendAndWait.operation.test.ts'],
	},
];
