import assert from 'node:assert/strict';
import { assertNone } from './support/faults';
import { importCycles, parseSource, type SourceModule } from './support/sourceCode';

const maxLines = 80;
const maxParameters = 5;
/** Number of functions with more parameters. Decrease it when such a function takes an object instead. */
const maxWideFunctions = 15;

describe('structure of the source code', function () {
	this.timeout(120_000);
	let modules: readonly SourceModule[] = [];

	before(() => {
		modules = parseSource();
	});

	it('finds no import cycles between files, including type imports', () => {
		assert.ok(modules.length > 1000, `only ${modules.length} files were parsed`);
		assertNone(importCycles(modules), 'files in src that import each other');
	});

	it(`limits functions to ${maxLines} lines`, () => {
		const long = functions().filter(({ lines }) => lines > maxLines);
		assertNone(
			long.map(({ location, name, lines }) => `${location} ${name}: ${lines} lines`),
			`functions with more than ${maxLines} lines`,
		);
	});

	it(`limits functions to ${maxParameters} parameters, with at most ${maxWideFunctions} exceptions`, () => {
		const wide = functions().filter(({ parameters }) => parameters > maxParameters);
		assertAtMost(
			maxWideFunctions,
			wide.map(({ location, name, parameters }) => `${location} ${name}: ${parameters} parameters`),
		);
	});

	function functions() {
		return modules.flatMap((module) => module.functions);
	}
});

function assertAtMost(limit: number, found: readonly string[]): void {
	assert.ok(found.length <= limit, `${found.length} instead of at most ${limit}:\n${found.join('\n')}`);
}
