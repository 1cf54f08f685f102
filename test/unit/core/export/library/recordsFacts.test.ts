import assert from 'node:assert/strict';
import { factsOfExport } from '../../../../../src/core/export/library/recordsFacts';
import type { ExportEntry, Outcome } from '../../../../../src/core/export/model/entry';
import { getMoment } from '../../../../../src/core/plan/civilClock';
import type { Zone } from '../../../../../src/core/plan/range';
import { factsOfSet } from '../../../../../src/core/sync/model/setFacts';
import type { LastRequest } from '../../../../../src/core/sync/model/syncedSet';
import { getPlan, getQuestion } from '../support/plans';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };
const at = (text: string) => Date.parse(text) / 1000;

function entry(outcome: Partial<Outcome> | undefined, zone: Zone | undefined = berlin): ExportEntry {
	const plan = getPlan({ filters: [{ field: 'os_name', value: 'ios' }] });
	const { range: _, view: __, ...shared } = plan;
	const question = { ...getQuestion(shared), since: '2026-10-24 00:00:00', until: '2026-10-25 23:59:59' };
	const counts = { rows: 1, bytes: 1, finishedAt: '', durationMs: 5, file: 'a.csv' };
	return {
		folder: 'a',
		stored: { version: 1, service: 's', plan, question, askedAt: '2026-11-20T09:00:00.000Z', ...(zone && { zone }) },
		outcome: outcome && { version: 1, ...counts, flags: [], proof: 'proven', doubts: [], ...outcome },
	};
}

describe('time range and completeness of the records of an export', () => {
	it('converts the time range of an export to Unix times, even on a 25-hour day', () => {
		const facts = factsOfExport(entry({}));
		assert.deepEqual(facts?.covers, [
			{ since: at('2026-10-24T00:00:00+02:00'), until: at('2026-10-25T23:59:59+01:00') },
		]);
		assert.deepEqual(
			[facts?.timeZone, facts?.dimension, facts?.filters, facts?.askedAt],
			['Europe/Berlin', 'default', [{ field: 'os_name', value: 'ios' }], at('2026-11-20T09:00:00Z')],
		);
	});

	it('derives the completeness of an export from its proof of completeness and its flags', () => {
		const proofOf = (outcome: Partial<Outcome> | undefined) => factsOfExport(entry(outcome))?.proof;
		assert.deepEqual(
			[
				proofOf({}),
				proofOf({ proof: 'unproven' }),
				proofOf({ proof: 'cut' }),
				proofOf({ flags: ['limitReached'] }),
				proofOf({ flags: ['shardsSkipped'] }),
				proofOf(undefined),
			],
			['proven', 'unproven', 'cut', 'cut', 'cut', 'cut'],
		);
		const { stored, ...others } = entry({});
		const { zone: _, ...zoneless } = stored;
		assert.equal(factsOfExport({ ...others, stored: zoneless }), undefined);
	});

	it('derives the time ranges that synced records cover from the requested days only', () => {
		const asked = (day: number, more: Partial<LastRequest> = {}): { day: string; asked: LastRequest } => ({
			day: `2026-11-0${day}`,
			asked: {
				at: `2026-11-0${day + 1}T12:00:00.000Z`,
				until: `2026-11-0${day} 23:59:59`,
				zone: berlin,
				largest: 9,
				proof: 'proven',
				doubts: [],
				notGivenAgain: 0,
				...more,
			},
		});
		const { application, format, fields, filters, skipUnavailableShards } = getPlan({});
		const plan = { application, format, fields, filters, skipUnavailableShards, since: '2026-11-01' };
		const days = [asked(1), asked(2), { day: '2026-11-03' }, asked(4, { until: '2026-11-04 11:59:59' })];
		const facts = factsOfSet({ plan, zone: berlin, days });
		assert.deepEqual(facts.covers, [
			{ since: at('2026-11-01T00:00:00+01:00'), until: at('2026-11-02T23:59:59+01:00') },
			{ since: at('2026-11-04T00:00:00+01:00'), until: at('2026-11-04T11:59:59+01:00') },
		]);
		assert.deepEqual([facts.dimension, facts.proof, facts.askedAt], ['receive', 'proven', at('2026-11-05T12:00:00Z')]);
		const proofOfDays = (...days: { day: string; asked: LastRequest }[]) =>
			factsOfSet({ plan, zone: berlin, days }).proof;
		assert.equal(proofOfDays(asked(1), asked(2, { proof: 'unproven' })), 'proven');
		const round = asked(2, { largest: 1000, doubts: [{ kind: 'roundCount', rows: 1000 }] });
		assert.equal(proofOfDays(asked(1), round), 'unproven');
		assert.equal(proofOfDays(asked(1, { largest: 1500 }), round), 'proven');
		assert.equal(factsOfSet({ plan, zone: berlin, days: [] }).proof, 'unproven');
		const missing = [asked(1, { doubts: [{ kind: 'missing', rows: 2 }] })];
		assert.equal(factsOfSet({ plan, zone: berlin, days: missing }).proof, 'cut');
	});

	it('includes both occurrences of a repeated local time and excludes a skipped local time', () => {
		const time = (text: string) => at(`${text}Z`);
		const twice = time('2026-10-25T02:30:00');
		assert.equal(getMoment(twice, berlin, 'start'), at('2026-10-25T02:30:00+02:00'));
		assert.equal(getMoment(twice, berlin, 'end'), at('2026-10-25T02:30:00+01:00'));
		const skipped = time('2026-03-29T02:30:00');
		assert.equal(getMoment(skipped, berlin, 'start'), at('2026-03-29T03:30:00+02:00'));
		assert.equal(getMoment(skipped, berlin, 'end'), at('2026-03-29T01:30:00+01:00'));
		const offset: Zone = { kind: 'offset', seconds: 19_800 };
		assert.equal(getMoment(time('2026-03-29T02:30:00'), offset, 'start'), at('2026-03-29T02:30:00+05:30'));
	});
});
