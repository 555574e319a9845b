/**
 * Loads the nodes and credentials of the package in the current folder as n8n does, in a process
 * that has only the host's modules, and prints their names and icons as JSON.
 */
const path = require('node:path');

const load = (file) => {
	const className = path.parse(file).name.split('.')[0];
	return { file, instance: new (require(path.resolve(file))[className])() };
};

const { n8n } = require(path.resolve('package.json'));

const nodes = n8n.nodes.map(load).map(({ file, instance: { description } }) => ({
	file,
	name: description.name,
	icon: description.icon,
	codex: require(path.resolve(`${file}on`)),
}));
const credentials = n8n.credentials
	.map(load)
	.map(({ file, instance: { name, icon } }) => ({ file, name, icon }));

console.log(JSON.stringify({ nodes, credentials }));
