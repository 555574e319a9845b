const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

/** Before all tests: the folder that whatever n8n-core writes goes to; nothing of the machine's own n8n is touched. */
module.exports = () => {
	process.env.HARNESS_FOLDER = mkdtempSync(path.join(tmpdir(), 'n8n-harness-'));
};
