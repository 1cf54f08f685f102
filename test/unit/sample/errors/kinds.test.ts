import assert from 'node:assert/strict';
import { type ErrorKind, readKinds } from '../../../../src/sample/errors/kinds';
import type { Text } from '../../../../src/sample/errors/template';
import { Device } from '../../../../src/sample/world/device';
import { Draws } from '../../../../src/sample/world/random';

function read(file: string): ErrorKind {
	return readKinds(file)[0];
}

function filled(text: Text, seed = 1): string {
	return typeof text === 'string'
		? text
		: text({
				draws: new Draws(seed),
				device: new Device(seed, 'ios'),
				version: { name: '2.4.0', build: '2400', daysBefore: 3 },
				packageName: 'com.example.shop',
				happenedAt: '2026-11-19 09:22:07',
			});
}

function variety(line: string, values = ''): Set<string> {
	const { text } = read(`=== kind A\n${values}\n${line}\n`);
	return new Set(Array.from({ length: 500 }, (_, seed) => filled(text, seed)));
}

describe('error template file', () => {
	it('parses error templates in order, each with options, a name and text', () => {
		const kinds = readKinds(
			'# A comment.\n\n=== kind First one\n# Another.\nos: ios\nsince: 2.3.0\nuntil: 2.4.0\nspikes: true\nweight: 0.05\n\nOne\n\n\tat two\n\n=== kind Second\n\nThree\n',
		);
		assert.deepEqual(kinds, [
			{
				name: 'First one',
				text: 'One\n\n\tat two',
				os: 'ios',
				since: '2.3.0',
				until: '2.4.0',
				spikes: true,
				weight: 0.05,
			},
			{ name: 'Second', text: 'Three', os: undefined, since: undefined, until: undefined, spikes: false, weight: 1 },
		]);
	});

	it('treats Windows line endings in an error template file like Unix line endings', () => {
		const file = '=== part loop\none\n\n=== kind A\nos: ios\n\n{loop}\ntwo\n';
		assert.deepEqual(readKinds(file.replaceAll('\n', '\r\n')), readKinds(file));
	});

	it('expands nested parts and repeated lines, and restarts line numbers after an empty line', () => {
		const { text } = read(
			'=== part inner\n{index 3}b\n\n=== part outer\n{inner}\n{index 3}c\n\n=== kind A\n\n{index 3}a\n{outer}\n\n{3 times}{index 3}d\n',
		);
		assert.equal(text, '0  a\n1  b\n2  c\n\n0  d\n1  d\n2  d');
	});

	for (const [what, file] of [
		['an unknown placeholder', '=== kind A\n\n{nothing}\n'],
		['an unknown part', '=== kind A\n\n{3 times}{loop}\n'],
		['an unknown option', '=== kind A\ncolour: red\n\nText\n'],
		['an unknown section', '=== group A\n\nText\n'],
		['an addition to a string', '=== kind A\nlet word = {a|b}\n\n{word+1}\n'],
		['no templates', '# Nothing.\n'],
	] as const) {
		it(`rejects an error template file with ${what}`, () => {
			assert.throws(() => readKinds(file), RangeError);
		});
	}
});

describe('placeholders in an error template', () => {
	it('expands a number range to any number in the range, including both ends', () => {
		assert.deepEqual(variety('{8..11}'), new Set(['8', '9', '10', '11']));
		assert.deepEqual(variety('{20..60 by 20}'), new Set(['20', '40', '60']));
		assert.deepEqual(variety('{0xff..0x101}'), new Set(['ff', '100', '101']));
	});

	it('replaces a list of strings in a template by one of them, even by the empty string', () => {
		assert.deepEqual(variety('({a b|—|})'), new Set(['(a b)', '(—)', '()']));
	});

	it('expands a template value to one string in the whole error, including the error name', () => {
		const { name, text } = read(
			'let base = {0x100000000..0x1ffff0000 by 0x10000}\n\n=== kind {word}: {word}\nlet word = {a|b|c|d}\nlet pid = {1..9}\n\n{pid} {pid+31} {base} {base+0xa} {word}\n',
		);
		const names = new Set<string>();
		for (let seed = 0; seed < 100; seed++) {
			const [pid = '', tid, base = '', address, word] = filled(text, seed).split(' ');
			assert.equal(Number(tid), Number(pid) + 31);
			assert.match(base, /^1[0-9a-f]{4}0000$/);
			assert.equal(address, `${base.slice(0, -1)}a`);
			assert.equal(filled(name, seed), `${word}: ${word}`);
			names.add(filled(name, seed));
		}
		assert.equal(names.size, 4);
	});

	it('prefers a value declared in an error template to a value declared for the whole file', () => {
		const file = 'let who = all\n\n=== part p\nfor {who}\n\n=== kind A\nlet who = one\n\n{p}\n\n=== kind B\n\n{p}\n';
		assert.deepEqual(
			readKinds(file).map(({ text }) => text),
			['for one', 'for all'],
		);
	});

	it('expands placeholders for digits, IDs and properties of the occurrence', () => {
		const { text } = read(
			'=== kind A\n\n{hex 7} {uuid} {UUID} {packageName} {version} {build} {device.os} {happenedAt}\n',
		);
		assert.match(
			filled(text),
			/^[0-9a-f]{7} [0-9a-f-]{36} [0-9A-F-]{36} com\.example\.shop 2\.4\.0 2400 ios 2026-11-19 09:22:07$/,
		);
	});

	it('quotes an expanded value only if a property list requires quotes', () => {
		assert.deepEqual(
			variety('{quoted word}', 'let word = {plain|two words|"}\n'),
			new Set(['plain', '"two words"', '"\\""']),
		);
	});

	it('treats braces that are still open at the end of a line as plain text', () => {
		assert.equal(read('=== kind A\n\nUserInfo: {\n    a = 1;\n}\n').text, 'UserInfo: {\n    a = 1;\n}');
	});
});
