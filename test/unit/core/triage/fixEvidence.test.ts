import assert from 'node:assert/strict';
import { evidenceByQueries } from '../../../../src/core/records/query/fixes/evidenceByQueries';
import { FixJudge } from '../../../../src/core/triage/fixed/judgeFix';
import { readGroups } from '../../../../src/core/triage/judgeGroup';
import type { GroupValue } from '../../../../src/shared/groupValue';
import type { GroupKey } from '../../../../src/shared/results';
import type { FixEvidence } from '../../../../src/shared/triage';
import { Random } from '../../../support/random';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { factsOf, openQueries } from './support/fixHarness';

const key: GroupKey = { kind: 'frames' };
const header = 'error,app_version_name,app_package_name,error_datetime,hashed_device_id';
const firstDay = Date.UTC(2026, 9, 5);
const methods = ['sum', 'total', 'sumOfCart'] as const;
const versions = ['3.0', '3.1', '3.1.4', '3.2', '3.2.1', '3.10', ''] as const;

function randomRecords(random: Random): string {
	const packages = random.times(1 + random.below(3), (index) => (index === 2 ? '' : `com.example.${index}`));
	const days = 1 + random.below(60);
	const devices = 1 + random.below(40);
	const areSimilar = random.chance(0.3);
	const rows = random.times(random.below(600), () => {
		const method = random.pick(methods);
		const version = random.pick(random.chance(0.8) ? ['3.0', '3.1', '3.2'] : versions);
		const isFixed = method === 'sum' && version >= '3.2' && random.chance(0.98);
		const own = isFixed ? 'other' : method;
		const frames = [own, 'add', 'show', 'open'].map(
			(name) => `\n\tat com.example.Cart.${areSimilar || name === own ? name : own + name}(C.kt:5)`,
		);
		const seconds = random.below(days * 86_400);
		const time = new Date(firstDay + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
		const device = random.chance(0.05) ? '' : `d${random.below(devices)}`;
		const app = packages[random.below(packages.length)] ?? '';
		return `"java.lang.IllegalStateException: x${frames.join('')}",${version},${app},${random.chance(0.03) ? '' : time},${device}`;
	});
	return `${[header, ...rows].join('\n')}\n`;
}

function sorted(evidence: readonly FixEvidence[]): readonly FixEvidence[] {
	return evidence.map((one) => ({
		...one,
		versions: one.versions.toSorted((a, b) => (a.version < b.version ? -1 : 1)),
	}));
}

describe('evidence about fixes', () => {
	const folder = useTemporaryFolder();

	it('returns the same verdicts with one query for all fixes as with one query per fix', async () => {
		const random = new Random(36);
		const kinds = new Set<string>();
		for (let run = 0; run < 30; run++) {
			await using file = await openQueries(folder.path, `${run}.csv`, randomRecords(random));
			const { answer, info, signal } = file;
			const timeZone = random.pick(['UTC', 'Asia/Kolkata']);
			const values: GroupValue[] = [];
			for await (const { value } of readGroups(file.records, { view: { filters: [], sort: [] }, key }, signal)) {
				values.push(value);
			}
			const groups = values.map((value) => {
				const fixedIn = random.pick([['3.2'], ['3.2', '3.1.4'], ['3.0'], ['4.0']]);
				return { value, status: { state: 'fixed', decision: { state: 'fixed', versions: fixedIn } } } as const;
			});
			let compared = 0;
			const byQueries = async (name: string, params: unknown) => {
				if (name !== 'fixEvidence') {
					return file.records.query(name, params);
				}
				const asked = params as Parameters<typeof answer.fixEvidence>[0];
				const expected = await evidenceByQueries(answer, info, asked, signal);
				const found = await answer.fixEvidence(asked, { signal, report: () => undefined });
				assert.deepEqual(sorted(found), sorted(expected), `run ${run}`);
				compared += found.length;
				return expected as never;
			};
			const judgeWith = (query: typeof byQueries) =>
				new FixJudge({ query: query as never }, info, factsOf('proven', timeZone), undefined, signal);
			const [together, separate] = [judgeWith(file.records.query), judgeWith(byQueries)];
			const verdicts = await together.judgeAll(key, groups);
			for (const [place, { value, status }] of groups.entries()) {
				const verdict = await separate.judge(key, value, status);
				assert.deepEqual(verdicts[place], verdict, `run ${run}, group ${place}`);
				kinds.add(verdict?.kind === 'inconclusive' ? verdict.reason.kind : (verdict?.kind ?? ''));
			}
			// Each group is counted by version first, and again by release line unless its verdict is already known.
			assert.ok(compared >= values.length);
		}
		assert.deepEqual([...kinds].sort(), ['fixed', 'noneBefore', 'renamed', 'tooEarly', 'tooFewBefore']);
	});
});
