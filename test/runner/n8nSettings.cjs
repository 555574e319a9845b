/**
 * The environment of a process in which n8n-core works in a folder of the tests, and on nothing of the
 * machine's own n8n. n8n-core reads it once, when it is first loaded.
 */
exports.n8nSettings = (folder) => ({
	N8N_USER_FOLDER: folder,
	N8N_ENCRYPTION_KEY: 'harness',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_LOG_LEVEL: 'silent',
});
