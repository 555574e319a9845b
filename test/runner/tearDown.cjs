const { rmSync } = require('node:fs');

/** After all tests: removes what n8n-core wrote. */
module.exports = () => rmSync(process.env.HARNESS_FOLDER, { recursive: true, force: true });
