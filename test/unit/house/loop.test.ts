import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertNone } from './support/faults';

interface Lists {
	readonly apiTests: readonly string[];
	readonly smokeTests: readonly string[];
	readonly longTests: Readonly<Record<string, readonly string[]>>;
}

const load = (name: string): Promise<Lists> =>
	import(pathToFileURL(resolve('test', 'support', 'vscode', `${name}.mjs`)).href);

describe('lists of test files', () => {
	it('every file in the lists of API and smoke tests exists', async () => {
		const { apiTests } = await load('apiTests');
		const { smokeTests } = await load('smokeTests');
		const files = [...apiTests, ...smokeTests].map((file) => `test/${file.replace(/(?:\.test\.ts)?$/, '.test.ts')}`);
		assertNone(
			files.filter((file) => !existsSync(file)),
			'these test files were renamed or removed',
		);
	});

	it('every path fragment in the list of long tests matches an existing test file', async () => {
		const { longTests } = await load('longTests');
		assertNone(
			Object.entries(longTests).flatMap(([tier, parts]) => {
				const files = globSync(`test/${tier}/**/*.test.ts`).map((file) => file.replaceAll('\\', '/'));
				return parts.filter((part) => !files.some((file) => file.includes(part)));
			}),
			'these parts of paths match no test file',
		);
	});
});
