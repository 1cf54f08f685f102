import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const readme = readFileSync('README.md', 'utf8');
const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
};

/** The rows of the table below a heading, cell by cell. */
function tableBelow(heading: string): string[][] {
	const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	return section
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
		.slice(1)
		.map((line) => line.split('|').slice(1, -1));
}

describe('The README', () => {
	it('promises nothing without a test that is there', () => {
		const rows = tableBelow('What it promises');
		assert.ok(rows.length >= 10);
		for (const [promise = '', tests = ''] of rows) {
			const names = tests.split(',').map((name) => name.replaceAll('*', '').trim());
			assert.ok(names.length > 0, promise);
			for (const name of names) {
				assert.ok(existsSync(`test/${name}.test.ts`), `${name}, for: ${promise}`);
			}
		}
	});

	it('tells every setting, and no other', () => {
		const told = tableBelow('Settings').flatMap(([name = '']) => [...name.matchAll(/`([^`]+)`/g)].map(([, id]) => id));
		assert.deepEqual(told.sort(), Object.keys(contributes.configuration.properties).sort());
	});

	it('shows pictures that are there', () => {
		const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
		assert.ok(pictures.length > 1);
		assert.deepEqual(
			pictures.filter((path) => !existsSync(path)),
			[],
		);
	});
});
