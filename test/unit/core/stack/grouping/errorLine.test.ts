import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { errorLine, labelsOfGroup } from '../../../../../src/core/stack/grouping/errorLine';
import { groupKeyOfText } from '../support/groupKeyOfText';

const lines = (...texts: string[]) => texts.join('\n');
const cause = lines('Caused by: java.lang.IllegalStateException: no cart', '\tat com.acme.Cart.sum(Cart.kt:17)');
const wrapped = lines('java.lang.RuntimeException: Unable to start', '\tat android.app.A.b(A.java:1)', cause);

describe('error line of a record', () => {
	for (const [name, text, expected] of [
		['the root cause', wrapped, 'java.lang.IllegalStateException: no cart'],
		['the only exception', 'java.io.EOFException\n\tat a.B.c(D.java:1)', 'java.io.EOFException'],
		['the first line with text', '\n  \nUnable to load\nmore', 'Unable to load'],
		['empty text', '', ''],
	] as const) {
		it(`error line is taken from ${name}`, () => {
			assert.equal(runSynchronously(errorLine(text)), expected);
		});
	}
});

describe('outer exception type of a group', () => {
	const outerTypeOf = (text: string, line = text.split('\n')[0] ?? '') =>
		labelsOfGroup(groupKeyOfText(text), line).outerType;

	it('outer type is the type of the first exception if this exception wraps the root cause', () => {
		assert.equal(outerTypeOf(wrapped), 'RuntimeException');
		assert.equal(outerTypeOf(`Fatal Exception: ${wrapped}`), 'RuntimeException');
	});

	it('outer type is undefined if the record begins with the root cause or with unrelated text', () => {
		assert.equal(outerTypeOf(cause.slice('Caused by: '.length)), undefined);
		assert.equal(outerTypeOf(wrapped, 'Started: by the user'), undefined);
	});
});
