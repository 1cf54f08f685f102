import assert from 'node:assert/strict';
import type { FrameStatus } from '../../../../src/core/stack/locate/frameTarget';
import type { LineOrigin } from '../../../../src/core/stack/mapping/lineOrigins';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import type { Frame } from '../../../../src/core/stack/trace/model';
import { getParts, linkedLines, type TracePart } from '../../../../src/engine/traces/traceParts';
import { describeLines } from '../../../../src/services/traces/recordTraceLines';
import { readable } from '../../../../src/shared/readableValue';
import { maxPerValue } from '../../../../src/shared/results';
import { maxLinkedLines, type Span } from '../../../../src/shared/traceView';

const java = [
	'java.lang.IllegalStateException: cart total, "negative"',
	'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
	'\tat com.example.shop.checkout.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
	'\tat android.app.Activity.performCreate(Activity.java:9002)',
	'Caused by: java.lang.ArithmeticException: long overflow',
	'\tat com.example.shop.cart.CartTotals.add(CartTotals.kt:31)',
	'\t... 3 more',
].join('\n');

const partsIn = (value: string, around = true) => getParts(value, readTraces(value, 'value', undefined), around);
const frameStatusByName = (frame: Frame): FrameStatus =>
	frame.kind === 'elided' ? 'none' : (frame.type ?? '').startsWith('com.example') ? 'own' : 'library';
const describeText = (value: string, frameStatus = frameStatusByName, parts: readonly TracePart[] = partsIn(value)) =>
	describeLines(linkedLines(parts, '').lines, {
		frameStatus,
		missing: () => 'missing',
		looking: () => 'looking',
		alternatives: (first, more) => `or ${first} and ${more}`,
		gap: (gap) => `gap: ${gap}`,
	}).lines;
const cut = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end);

describe('lines of a stack trace in the record pane', () => {
	it('returns all lines of a stack trace unchanged', () => {
		assert.equal(
			describeText(java)
				.map(({ text }) => text)
				.join('\n'),
			java,
		);
		const ends = java.replaceAll('\n', '\r\n');
		assert.equal(
			describeText(ends)
				.map(({ text }) => text)
				.join('\n'),
			java,
		);
	});

	it('shows that a frame is being looked up until its source file is known', () => {
		const hints = (frameStatus: FrameStatus) =>
			describeText(java, (frame) => (frame.type?.startsWith('com.example') ? frameStatus : 'library')).map(
				({ hint, link, first, library }) => [hint, link === undefined, first, library],
			);
		assert.deepEqual(hints('looking')[1], ['looking', true, false, false]);
		assert.deepEqual(hints('looking')[3], ['', true, false, true]);
		assert.deepEqual(hints('missing')[1], ['missing', true, false, false]);
		assert.deepEqual(hints('own')[1], ['', false, true, false]);
	});

	it("links frames in the user's code at the part of the line that a user would click", () => {
		const links = describeText(java).map(({ text, link }) => cut(text, link));
		assert.deepEqual(links, [
			undefined,
			'CartTotals.kt:17',
			'CheckoutActivity.kt:42',
			undefined,
			undefined,
			'CartTotals.kt:31',
			undefined,
		]);
	});

	it("starts at the crashed thread's first frame in the user's code", () => {
		const first = (value: string) => describeText(value).findIndex((line) => line.first);
		assert.equal(first(java), 1);
		const threads = [
			'Thread 0:',
			'0   libsystem_kernel.dylib   0x00000001ed732718 mach_msg2_trap + 8',
			'1   Shop   0x000000010f8355ac OrderQueue.wait() + 84 (OrderQueue.swift:16)',
			'',
			'Thread 3 Crashed:',
			'0   Shop   0x000000010f8355ac CartTotals.sum() + 84 (CartTotals.swift:16)',
		].join('\n');
		const own = (frame: Frame): FrameStatus => (frame.file === undefined ? 'library' : 'own');
		assert.equal(
			describeText(threads, own).findIndex((line) => line.first),
			5,
		);
	});

	it('handles a stack trace with the outermost frame first, and marks its error', () => {
		const python = [
			'Traceback (most recent call last):',
			'  File "/app/main.py", line 58, in main',
			'    cart.total()',
			'  File "/app/cart.py", line 31, in total',
			'    return sum(json.loads(text))',
			'               ~~~~~~~~~~^^^^^^',
			'  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads',
			'    return _default_decoder.decode(s)',
			'ValueError: no cart',
		].join('\n');
		const lines = describeText(python, (frame) => (frame.file?.startsWith('/app/') ? 'own' : 'library'));
		assert.equal(
			lines.findIndex(({ first }) => first),
			3,
		);
		assert.deepEqual(
			lines.map(({ kind, library }) => (library ? `library ${kind}` : kind)),
			['header', 'frame', 'raw', 'frame', 'raw', 'raw', 'library frame', 'library raw', 'header'],
		);
		assert.equal(cut(lines.at(-1)?.text ?? '', lines.at(-1)?.name), 'ValueError');
	});

	it('links a frame and also its source location on the next line', () => {
		const go = [
			'goroutine 1 [running]:',
			'runtime.gopanic(0x1)',
			'\t/usr/local/go/src/runtime/panic.go:770 +0x132',
			'main.(*Cart).Total(0xc000012345)',
			'\t/src/cart.go:40 +0x1d',
		].join('\n');
		const lines = describeText(go, (frame) => (frame.module === 'main' ? 'own' : 'library'));
		assert.deepEqual(
			lines.map(({ text, link }) => cut(text, link)),
			[undefined, undefined, undefined, 'main.(*Cart).Total', '/src/cart.go:40'],
		);
		assert.deepEqual(
			lines.map(({ library }) => library),
			[false, true, true, false, false],
		);
	});

	it("provides the name of a frame separately from the frame's link", () => {
		const names = describeText(java).map(({ text, name }) => cut(text, name));
		assert.deepEqual(names, [
			'java.lang.IllegalStateException',
			'CartTotals.sum',
			'CheckoutActivity.onCreate',
			'Activity.performCreate',
			'java.lang.ArithmeticException',
			'CartTotals.add',
			undefined,
		]);
		const dart = '#0      NoteStore.load (package:notes/storage/note_store.dart:33:18)';
		assert.deepEqual(
			describeText(dart, () => 'own').map(({ text, name }) => cut(text, name)),
			['NoteStore.load'],
		);
		for (const { name, link } of describeText(java)) {
			assert.ok(!name || !link || name.end <= link.start || link.end <= name.start);
		}
	});

	it('explains why a frame has no link', () => {
		const lines = describeText(java, (frame) => (frame.file === 'CartTotals.kt' ? 'missing' : 'library'));
		assert.deepEqual(
			lines.filter(({ hint }) => hint !== '').map(({ text }) => text.trim()),
			[
				'at com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
				'at com.example.shop.cart.CartTotals.add(CartTotals.kt:31)',
			],
		);
		assert.ok(lines.every(({ link }) => link === undefined));
	});

	it("lists alternatives for a frame, and explains why the mapping file can't resolve it further", () => {
		const origins = new Map<number, LineOrigin>([
			[1, { library: false, alternative: undefined, moreAlternatives: 0, gap: 'outside' }],
			[2, { library: false, alternative: 'at a.b.C.d', moreAlternatives: 2, gap: 'limit' }],
			[5, { library: false, alternative: 'at a.b.C.d', moreAlternatives: 0 }],
		]);
		const parts = partsIn(java).map((part) => (part.kind === 'trace' ? { ...part, origins } : part));
		for (const frameStatus of ['own', 'missing'] as const) {
			const lines = describeText(java, (frame) => (frame.type?.startsWith('com') ? frameStatus : 'library'), parts);
			assert.deepEqual(
				lines.map(({ hint }) => hint),
				['', 'gap: outside', 'or at a.b.C.d and 2 · gap: limit', '', '', 'or at a.b.C.d and 0', ''],
			);
		}
	});

	it('folds a line with library frames only if the line contains no other frames', () => {
		assert.deepEqual(
			describeText(java).map(({ library }) => library),
			[false, false, false, true, false, false, true],
		);
	});
});

describe('segments of text with stack traces', () => {
	it('splits text into stack traces and the text around them', () => {
		const value = `{"screen": 1, "stack": ${JSON.stringify(java)}, "after": true}`;
		assert.deepEqual(
			partsIn(value).map(({ kind }) => kind),
			['text', 'trace', 'text'],
		);
		assert.deepEqual(
			partsIn(value, false).map(({ text }) => text),
			[java],
		);
	});

	it('keeps the entire text of a value that exceeds the limit for links', () => {
		const value = Array.from({ length: maxLinkedLines + 10 }, (_, index) => `\tat com.example.A.b(A.kt:${index + 1})`);
		const { read, rest } = readable(value.join('\n'));
		assert.equal(read.split('\n').length, maxLinkedLines);
		const shown = linkedLines(partsIn(read), rest);
		assert.equal(shown.lines.length, maxLinkedLines);
		assert.equal([...shown.lines.map(({ text }) => text), shown.rest].join('\n'), value.join('\n'));
	});

	it('limits the length of text to parse in a value without line breaks', () => {
		const { read, rest } = readable('x'.repeat(maxPerValue + 1000));
		assert.deepEqual([read.length, rest.length], [maxPerValue, 1000]);
	});
});
