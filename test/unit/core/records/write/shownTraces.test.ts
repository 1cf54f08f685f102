import assert from 'node:assert/strict';
import { createQueries } from '../../../../../src/core/records/queries';
import { FoundMappings } from '../../../../../src/core/records/query/execution/foundMappings';
import { KnownMapIds } from '../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../src/core/stack/mapping/openMappings';
import type { TextToCopy } from '../../../../../src/shared/results';
import { mapHash } from '../../../../support/sampleFrames/android';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { foundFor, release } from '../query/support/minified';
import { wholeFile } from '../query/support/querying';
import { openText } from '../support/tables';

const context = { signal: new AbortController().signal, report: () => undefined };
const message = 'java.lang.NullPointerException: no title';
const minified = (hash: string) => `${message}\n\tat f3.c.d(r8-map-id-${hash}:3)`;
const proven = minified(mapHash);
const unproven = minified('0'.repeat(64));
const shown = `${message}\n\tat com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)`;

const records = [proven, unproven].map((error) => ({
	error,
	app_version_name: '2.4.1',
	app_package_name: 'com.example.shop',
	os_name: 'android',
}));
const texts = {
	json: JSON.stringify(records),
	csv: [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))]
		.map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`)
		.join(''),
};

for (const format of ['csv', 'json'] as const) {
	describe(`minified traces copied from a ${format} file`, () => {
		const temporary = useTemporaryFolder();

		async function ask<T>(
			question: (queries: ReturnType<typeof createQueries>, column: number) => T,
		): Promise<Awaited<T>> {
			await using table = await openText(temporary.path, `a.${format}`, texts[format]);
			const queries = createQueries(table);
			const mappings = new FoundMappings([foundFor('2.4.1', release, 'r8')], new OpenMappings(), new KnownMapIds());
			queries.useMappings(mappings);
			const column = table.info.columns.findIndex(({ name }) => name === 'error');
			return await question(queries, column);
		}
		const copied = (as: TextToCopy['format'], more: Partial<TextToCopy> = {}) =>
			ask(({ answer }, column) => {
				const what = { view: wholeFile, columns: [column], format: as, spreadsheetSafe: false, header: false, ...more };
				return answer.copy({ what, limit: 10_000 }, context);
			});

		it('copies minified traces in deobfuscated form if the mapping is proven', async () => {
			assert.equal(await copied('csv'), `"${shown}"\r\n"${unproven}"\r\n`);
			const lines = ((await copied('ndjson')) ?? '').trim().split('\n');
			assert.deepEqual(
				lines.map((line) => JSON.parse(line)),
				[{ error: shown }, { error: unproven }],
			);
		});

		it('copies minified traces in their original form on request', async () => {
			assert.equal(await copied('csv', { tracesAsWritten: true }), `"${proven}"\r\n"${unproven}"\r\n`);
		});

		it('returns a single trace in its deobfuscated or original form', async () => {
			for (const [asShown, text] of [
				[true, shown],
				[false, proven],
			] as const) {
				const value = await ask(({ answer }, column) =>
					answer.value({ number: 0, column, limit: 10_000, asShown }, context),
				);
				assert.equal(value, text);
			}
		});

		it('deobfuscates a stack trace in an issue text and names the mapping file', async () => {
			const issueOf = (number: number) =>
				ask(({ answer }) =>
					answer.issue(
						{
							title: undefined,
							facts: [],
							record: {
								number,
								untitled: 'Record',
								fieldsHeading: undefined,
								traceHeading: 'Trace',
								deobfuscatedLabel: 'Deobfuscated with',
							},
							closing: [],
						},
						context,
					),
				);
			const issue = await issueOf(0);
			assert.ok(issue.includes(shown), issue);
			assert.match(issue, /\*\*Deobfuscated with:\*\* `?mapping/);
			assert.ok(!issue.includes('f3.c') && !issue.includes('/work'), issue);
			const other = await issueOf(1);
			assert.ok(other.includes('f3.c.d') && !other.includes('Deobfuscated'), other);
		});

		it('returns the original text of a minified trace in the details of a group', async () => {
			const { page } = await ask(({ answer }) =>
				answer.groups(
					{
						view: wholeFile,
						key: { kind: 'frames' },
						order: 'records',
						descending: true,
						start: 0,
						end: 9,
						trendParts: 0,
					},
					context,
				),
			);
			assert.deepEqual(
				page.map(({ detail }) => detail),
				[message, message],
			);
		});
	});
}
