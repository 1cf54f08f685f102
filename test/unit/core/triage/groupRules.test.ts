import assert from 'node:assert/strict';
import { newTriageDocument, triagedGroup, triageId } from '../../../../src/core/triage/changeTriage';
import { serializeTriage } from '../../../../src/core/triage/serializeTriage';
import { TriageEntries } from '../../../../src/core/triage/triageEntries';
import { type ErrorValue, groupVersion } from '../../../../src/shared/groupValue';
import type { GroupKey } from '../../../../src/shared/results';
import { parsed } from './support/triageTexts';

const key: GroupKey = { kind: 'frames' };

function errorOf(type: string, frames: readonly string[], version = groupVersion): ErrorValue {
	const [place = ''] = frames;
	return { version, title: type, place, message: '', basis: 'ownFrames', platform: 'jvm', type, frames };
}

function entriesOf(...values: readonly ErrorValue[]): TriageEntries {
	return new TriageEntries(
		values.map((value) => {
			const group = triagedGroup(key, value);
			assert.ok(group);
			return { id: triageId(key, value), entry: parsed(serializeTriage(newTriageDocument(group))) };
		}),
	);
}

const frames = ['com.shop.Cart$Companion.sum', 'com.shop.Checkout.pay', 'com.shop.Main.run', 'com.shop.App.start'];

describe('triage files after a change of the grouping rules', () => {
	it('finds the triage file of a group whose key differs only in the version of the grouping rules', () => {
		const old = errorOf('java.lang.IllegalStateException', frames, groupVersion - 1);
		const current = errorOf('java.lang.IllegalStateException', frames);
		assert.notEqual(triageId(key, old), triageId(key, current));
		assert.equal(entriesOf(old).find(key, current)?.id, triageId(key, old));
	});

	it('finds the triage file of a group whose frame labels have changed', () => {
		const old = errorOf('IllegalStateException', frames, groupVersion - 1);
		for (const labels of [
			['Companion.sum', 'Checkout.pay', 'Main.run', 'App.start'],
			['Companion::sum(int)', 'com.shop.Checkout.pay', 'Main.run()', 'com/shop/App.start'],
			['com.shop.Cart.sum', 'com.shop.Checkout.pay', 'com.shop.Main.run', 'com.shop.App.start'],
		]) {
			const current = errorOf('java.lang.IllegalStateException', labels);
			assert.equal(entriesOf(old).find(key, current)?.id, triageId(key, old), labels.join(' '));
		}
	});

	it('chooses the triage file whose frames are the most similar', () => {
		const near = errorOf('E', frames, groupVersion - 1);
		const nearer = errorOf('E', [...frames.slice(0, 3), 'com.shop.Other.start'], groupVersion - 1);
		const current = errorOf('E', ['Companion.sum', 'Checkout.pay', 'Main.run', 'Other.start']);
		assert.equal(entriesOf(near, nearer).find(key, current)?.id, triageId(key, nearer));
	});

	it('finds no triage file if the error type or frames differ, or if the file follows the current grouping rules', () => {
		const old = errorOf('E', frames, groupVersion - 1);
		const find = (value: ErrorValue, of = old) => entriesOf(of).find(key, value);
		assert.equal(find(errorOf('F', frames)), undefined);
		assert.equal(find(errorOf('E', ['a.b', 'c.d'])), undefined);
		assert.equal(find(errorOf('E', frames.slice(0, 2))), undefined);
		assert.equal(find(errorOf('E', frames.toReversed().slice(1)), errorOf('E', frames)), undefined);
	});

	it('stores no message text in the triage file of a group that is identified by its message', () => {
		const value: ErrorValue = { ...errorOf('E', []), basis: 'message', message: 'Hello Ana', title: 'Hello Ana' };
		const texts = [
			triagedGroup(key, value),
			triagedGroup({ kind: 'message' }, 'Hello Ana'),
			triagedGroup({ kind: 'name' }, 'Hello Ana'),
		].map((group) => group && serializeTriage(newTriageDocument(group)));
		for (const text of texts) {
			assert.ok(text);
			assert.doesNotMatch(text, /Ana/);
		}
		assert.equal(
			triagedGroup({ kind: 'name' }, 'java.lang.IllegalStateException')?.type,
			'java.lang.IllegalStateException',
		);
		assert.equal(triagedGroup({ kind: 'column', column: 0 }, 'Ana'), undefined);
	});
});
