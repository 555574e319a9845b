import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../scripts/sources';

export interface ImportEdge {
	/** The importing file, relative to the root. */
	file: string;
	/** The module as written. */
	specifier: string;
	/** The imported file relative to the root, or undefined for a package. */
	target?: string;
	/** Erased by the compiler: nothing is loaded at run time. */
	typeOnly: boolean;
	/** `export ... from`: passes another module's names on. */
	reExport: boolean;
}

/** Every import, re-export, `import()` and `require()` of a TypeScript file. */
export function importsOf(file: string, text = readFileSync(path.join(ROOT, file), 'utf8')) {
	const edges: ImportEdge[] = [];
	const add = (specifier: ts.Node | undefined, typeOnly: boolean, reExport = false) => {
		if (!specifier || !ts.isStringLiteralLike(specifier)) return;
		const isFile = specifier.text.startsWith('.');
		edges.push({
			file,
			specifier: specifier.text,
			target: isFile ? resolveSource(file, specifier.text) : undefined,
			typeOnly,
			reExport,
		});
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isErased(node.importClause));
		if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, true);
		if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
			add(node.moduleReference.expression, node.isTypeOnly);
		}
		if (ts.isCallExpression(node) && isLoader(node.expression)) add(node.arguments[0], false);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
	return edges;
}

function resolveSource(file: string, specifier: string): string {
	const target = path.posix.join(path.posix.dirname(file), specifier);
	return target.endsWith('.json') ? target : `${target}.ts`;
}

function isErased(clause: ts.ImportClause | undefined): boolean {
	if (!clause) return false;
	if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
	const { namedBindings } = clause;
	if (clause.name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
	return (
		namedBindings.elements.length > 0 && namedBindings.elements.every((name) => name.isTypeOnly)
	);
}

function isLoader(expression: ts.Expression): boolean {
	return (
		expression.kind === ts.SyntaxKind.ImportKeyword ||
		(ts.isIdentifier(expression) && expression.text === 'require')
	);
}
