// n8n loads the nodes and credentials listed in package.json; this module is intentionally empty.
module.exports = {};
