import assert from 'node:assert/strict';
import { changeTriage, newTriageDocument } from '../../../../src/core/triage/changeTriage';
import { parseTriage } from '../../../../src/core/triage/parseTriage';
import { serializeTriage } from '../../../../src/core/triage/serializeTriage';
import type { TriageDecision } from '../../../../src/shared/triage';
import { Random } from '../../../support/random';
import { parsed, triageText } from './support/triageTexts';

const example = `{
  "type": "app-errors/triage@1",
  "group": { "version": 2, "type": "IllegalStateException", "frames": ["CartTotals.sum", "CheckoutActivity.onCreate"] },
  "state": "fixed",
  "in": ["3.2.0", "3.1.4"],
  "commit": "a1b2c3d",
  "owner": "@ana",
  "issue": "https://tracker.example/1234",
  "notes": [
    { "at": "2026-11-21", "by": "Ana", "text": "Rounding; see PR." },
    { "at": "2026-11-22", "text": "Released." }
  ]
}
`;

describe('triage files', () => {
	it('reads the state, the group, the owner, the issue and the notes of a triage file', () => {
		const { group, decision, owner, issue, notes } = parsed(example);
		assert.deepEqual(group, {
			version: 2,
			by: 'frames',
			type: 'IllegalStateException',
			frames: ['CartTotals.sum', 'CheckoutActivity.onCreate'],
		});
		assert.deepEqual(decision, { state: 'fixed', versions: ['3.2.0', '3.1.4'] });
		assert.deepEqual([owner, issue], ['@ana', 'https://tracker.example/1234']);
		assert.deepEqual(notes, [
			{ at: '2026-11-21', by: 'Ana', text: 'Rounding; see PR.' },
			{ at: '2026-11-22', by: '', text: 'Released.' },
		]);
	});

	it('writes an unchanged triage file byte for byte', () => {
		assert.equal(serializeTriage(parsed(example).document), example);
	});

	it('writes the same triage file regardless of the order of its members', () => {
		const members = Object.entries({ ...JSON.parse(example), zebra: { a: [1, 'x'], b: {} }, alpha: null });
		const texts = [members, members.toReversed()].map((list) =>
			serializeTriage(parsed(JSON.stringify(Object.fromEntries(list))).document),
		);
		assert.equal(texts[0], texts[1]);
		assert.match(texts[0] ?? '', /^ {2}"alpha": null,\n {2}"zebra": \{ "a": \[1, "x"\], "b": \{\} \},\n {2}"notes"/m);
	});

	it('keeps unknown members when the triage state changes, and removes only members of the former state', () => {
		const { document } = parsed(triageText({ state: 'fixed', in: ['3.2'], commit: 'a1b2c3d', priority: 1 }));
		const changed = changeTriage(document, { decision: { state: 'ignored', until: { devices: 50 } } });
		assert.ok(changed);
		const entry = parsed(serializeTriage(changed));
		assert.deepEqual(entry.decision, { state: 'ignored', until: { devices: 50 } });
		assert.deepEqual([...entry.document.keys()], ['type', 'group', 'state', 'until', 'priority']);
	});

	it('reads back every triage state that it writes', () => {
		const random = new Random(3);
		for (let round = 0; round < 300; round++) {
			const version = () => `${random.below(9)}.${random.below(20)}`;
			const decision: TriageDecision = random.pick<TriageDecision>([
				{ state: 'acknowledged' },
				{ state: 'ignored', until: { date: `2026-1${random.below(3)}-0${1 + random.below(9)}` } },
				{ state: 'ignored', until: { version: version(), records: 1 + random.below(1e6) } },
				{ state: 'fixed', versions: random.times(1 + random.below(4), version) },
			]);
			const note = { at: '2026-11-21', by: 'Ana', text: `${version()} "quoted" {\u00e9} \u{1f600}` };
			const group = { version: 5, by: 'frames', type: 'E', frames: ['a.b'] } as const;
			const changed = changeTriage(newTriageDocument(group), { decision, note, owner: '@ana' });
			assert.ok(changed);
			const entry = parsed(serializeTriage(changed));
			assert.deepEqual(
				{ decision: entry.decision, notes: entry.notes, owner: entry.owner, group: entry.group },
				{ decision, notes: [note], owner: '@ana', group },
			);
		}
	});

	it('needs no triage file for an open group without an owner, issue or note', () => {
		const { document } = parsed(triageText({ state: 'acknowledged' }));
		assert.equal(changeTriage(document, { decision: { state: 'open' } }), undefined);
		const owned = changeTriage(document, { decision: { state: 'open' }, owner: '@ana' });
		assert.deepEqual(owned && parsed(serializeTriage(owned)).decision, { state: 'open' });
	});

	for (const [what, members, member] of [
		['an unknown state', { state: 'wontfix' }, 'state'],
		['an ignored group without an end condition', { state: 'ignored' }, 'until'],
		['an empty end condition', { state: 'ignored', until: {} }, 'until'],
		['a day that does not exist', { state: 'ignored', until: { date: '2026-02-30' } }, 'until'],
		['a negative number of devices', { state: 'ignored', until: { devices: -1 } }, 'devices'],
		['a fix without a version', { state: 'fixed', in: [] }, 'in'],
		['a version without digits', { state: 'fixed', in: ['next'] }, 'in'],
		['an issue that is a command link', { issue: 'command:workbench.action.terminal.new' }, 'issue'],
		['an issue on an unencrypted site', { issue: 'http://tracker.example/1' }, 'issue'],
		['an issue with a password', { issue: 'https://a:b@tracker.example/1' }, 'issue'],
		['a note without a day', { notes: [{ text: 'x' }] }, 'notes'],
		['notes that are not a list', { notes: 'x' }, 'notes'],
		['a later version of the format', { type: 'app-errors/triage@2' }, 'type'],
		['a group of an unknown kind', { group: { by: 'column' } }, 'by'],
	] as const) {
		it(`rejects a triage file with ${what} and names the member`, () => {
			assert.deepEqual(parseTriage(triageText(members)), { ok: false, problem: { kind: 'member', member } });
		});
	}

	it('reports whether a triage file has merge conflicts, is too large or is not JSON', () => {
		const kindOf = (text: string) => {
			const result = parseTriage(text);
			return result.ok ? 'ok' : result.problem.kind;
		};
		assert.equal(kindOf('{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> other\n}'), 'conflict');
		assert.equal(kindOf(triageText({ owner: 'x'.repeat(70_000) })), 'tooLarge');
		assert.equal(kindOf('hello'), 'notJson');
		assert.equal(kindOf('[]'), 'notJson');
		assert.equal(kindOf(triageText()), 'ok');
	});
});
