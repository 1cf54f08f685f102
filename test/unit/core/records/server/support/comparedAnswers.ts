import assert from 'node:assert/strict';
import { createQueries } from '../../../../../../src/core/records/queries';
import type { Dataset } from '../../../../../../src/core/records/server/dataset/dataset';
import { createServerQueries } from '../../../../../../src/core/records/server/serverQueries';
import { encodeGroupValue } from '../../../../../../src/shared/groupValue';
import type { RecordQueries, RecordQuery } from '../../../../../../src/shared/recordsApi';
import type { GroupKey, RecordFilter, View } from '../../../../../../src/shared/results';
import type { Random } from '../../../../../support/random';
import { MemoryTable, type TestTable } from '../../query/support/memoryTable';
import { Oracle } from '../../query/support/oracle';
import { randomFilter } from '../../query/support/querying';
import { outcome, randomQuestions } from './queries';

const context = { signal: new AbortController().signal, report: () => undefined };

/** Number of records per part. It is so small that views with several hundred records are split into parts. */
const recordsOfPart = 10;

export const groupKeys: readonly [GroupKey, ...GroupKey[]] = [
	{ kind: 'frames' },
	{ kind: 'message' },
	{ kind: 'topFrame' },
	{ kind: 'name' },
	{ kind: 'column', column: 0 },
	{ kind: 'column', column: 3 },
	{ kind: 'column', column: 4 },
	{ kind: 'column', column: 7 },
];

export class ComparedAnswers {
	private readonly differing: string[] = [];
	private readonly ofFile;
	private readonly ofServer;

	constructor(
		private readonly title: string,
		private readonly data: TestTable,
		dataset: Dataset,
	) {
		this.ofFile = createQueries(new MemoryTable(data)).answer;
		this.ofServer = createServerQueries(dataset, recordsOfPart).answer;
	}

	async ask<Q extends RecordQuery>(query: Q, params: RecordQueries[Q]['params']): Promise<void> {
		const [one, other] = [
			await outcome(this.ofFile[query](params, context)),
			await outcome(this.ofServer[query](params, context)),
		];
		try {
			assert.deepEqual(other, one);
		} catch (error) {
			const found = error instanceof Error ? error.message : '';
			this.differing.push(`${this.title}: ${query} ${JSON.stringify(params)}\n${found}`);
		}
	}

	async askAtRandom(random: Random, rounds: number): Promise<void> {
		const { rows } = this.data;
		const oracle = new Oracle(this.data, () => '');
		for (let round = 0; round < rounds; round++) {
			const filters = random.times(random.below(3), () => randomFilter(random, oracle, rows.length));
			const sort = random.times(random.below(3), () => ({ column: random.below(8), descending: random.chance(0.5) }));
			const view: View = { filters, sort };
			for (const [query, params] of randomQuestions(random, groupKeys, view, rows.length, 8)) {
				await this.ask(query, params);
			}
			await this.askAboutGroups(random, view);
		}
	}

	assertEqual(): void {
		assert.equal(this.differing.length, 0, this.differing.slice(0, 3).join('\n\n'));
	}

	private async askAboutGroups(random: Random, view: View): Promise<void> {
		const key = random.pick(groupKeys);
		const asked = { view, key, order: 'records', descending: true, start: 0, end: 3, trendParts: 0 } as const;
		for (const { value } of (await this.ofFile.groups(asked, context)).page) {
			await this.ask('group', { view, key, value, trendParts: 5 });
			await this.ask('commonTraits', { view, key, value, timeZone: 'Asia/Kolkata' });
			const not = random.chance(0.3) && { not: true };
			const group: RecordFilter = { kind: 'group', key, values: [value], ...not };
			await this.ask('page', { view: { filters: [group], sort: [] }, start: 0, end: 9, columns: [0], cellLength: 9 });
			assert.ok(encodeGroupValue(value).length < 1000);
		}
	}
}
