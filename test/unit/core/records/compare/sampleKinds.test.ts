import assert from 'node:assert/strict';
import type { FileTable } from '../../../../../src/core/records/read/openTable';
import { type SampleApplication, sampleApplications } from '../../../../../src/sample/applications/sampleApplications';
import { startSampleService } from '../../../../../src/sample/service';
import type { ComparisonPage, SideQuestion } from '../../../../../src/shared/comparison';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { compare, day, facts } from './support/comparing';

/** The last second of a month, so that releases are exactly as old as the sample data defines. */
const now = Date.UTC(2026, 9, 31, 23, 59, 59) / 1000;
const since = now - 80 * day;

const fields = [
	'error_name',
	'error_timestamp',
	'error_receive_timestamp',
	'analytics_device_id',
	'app_version_name',
	'os_name',
];

/** The error history of the sample apps is known: which version introduced an error and which one fixed it. */
describe('sample service errors in comparisons', () => {
	const folder = useTemporaryFolder();

	async function getRecords({ id }: SampleApplication): Promise<FileTable> {
		await using service = await startSampleService({ records: 30_000, now: now * 1000 });
		const question = {
			application: { id: String(id) },
			since: '2026-08-01 00:00:00',
			until: '2026-11-02 00:00:00',
			dateDimension: 'default',
			fields,
			filters: [],
		} as const;
		const lines = [fields.join(',')];
		for await (const record of service.recordsFor(question)) {
			lines.push(record.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
		}
		return openText(folder.path, `${id}.csv`, `${lines.join('\n')}\n`);
	}

	for (const application of sampleApplications) {
		const { records } = application;
		if (typeof records === 'string') {
			continue;
		}
		it(`reports errors as new or gone in the versions that introduced or fixed them: ${application.name}`, async () => {
			await using table = await getRecords(application);
			const wrong: string[] = [];
			let found = 0;
			const versions = records.versions.map(({ name }) => name);
			// Names that several errors share or that are generated randomly don't identify an error.
			const names = Map.groupBy(records.kinds, ({ name }) => name);
			for (const [place, version] of versions.entries()) {
				const page = await compare(table, table, {
					exposure: 'devices',
					before: of(versions.slice(0, place)),
					after: of(versions.slice(place)),
				});
				for (const { value, before, after, verdict } of place === 0 ? [] : page.page) {
					const [kind, other] = names.get(String(value)) ?? [];
					if (!kind || other) {
						continue;
					}
					const [came, went] = [kind.since === version, kind.until === versions[place - 1]];
					const devices = (came ? after : before)?.devices ?? 0;
					const expected = expectedOn(page, came ? 'before' : 'after', devices);
					const isTold = verdict.kind === 'new' || verdict.kind === 'gone';
					if ((came || went) && devices >= 12 && expected >= 5) {
						found++;
						if (verdict.kind !== (came ? 'new' : 'gone')) {
							wrong.push(`${value} in ${version}: ${verdict.kind} (${devices} devices, ${expected} expected)`);
						}
					} else if (isTold && !(came || went) && kind.since === undefined && kind.until === undefined) {
						wrong.push(`${value} in ${version}: ${verdict.kind}`);
					}
				}
			}
			assert.deepEqual(wrong, []);
			const hasChanges = records.kinds.some(
				({ name, since, until }) => names.get(name)?.length === 1 && (since !== undefined || until !== undefined),
			);
			assert.ok(found > 0 || !hasChanges, 'nothing was looked at');
		});

		it(`does not report an increase because of a single bad day: ${application.name}`, async () => {
			await using table = await getRecords(application);
			const spiking = records.kinds.filter(({ spikes }) => spikes).map(({ name }) => name);
			// A period that includes the bad day is compared with the preceding weeks.
			for (const days of [20, 28, 34]) {
				const split = now - days * day;
				const page = await compare(table, table, {
					before: { filters: [], facts: facts(since, split - 1) },
					after: { filters: [], facts: facts(split, now) },
					timeZone: application.zone,
				});
				const increased = page.page.filter(
					({ value, verdict }) => spiking.includes(String(value)) && ['increased', 'decreased'].includes(verdict.kind),
				);
				assert.deepEqual(increased, []);
			}
		});
	}
});

function of(versions: readonly string[]): SideQuestion {
	return { filters: [], versions, facts: facts(since, now) };
}

function expectedOn({ before, after }: ComparisonPage, side: 'before' | 'after', devices: number): number {
	const share = (before.devices ?? 0) / (after.devices ?? 1);
	return side === 'before' ? devices * share : devices / share;
}
