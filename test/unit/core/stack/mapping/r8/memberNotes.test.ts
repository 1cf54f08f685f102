import assert from 'node:assert/strict';
import { parseLenientJson } from '../../../../../../src/core/common/lenientJson';
import { mapVersion } from '../../../../../../src/core/stack/mapping/r8/mapVersion';
import { parseNote } from '../../../../../../src/core/stack/mapping/r8/memberNotes';

const r8 = 'com.android.tools.r8';

describe('lenient JSON', () => {
	const plain = (value: unknown): unknown => {
		if (value instanceof Map) {
			return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
		}
		return Array.isArray(value) ? value.map(plain) : value;
	};

	for (const text of [
		'{"a":[1,-2.5,1e3,true,false,null,"x"],"b":{"c":{}}}',
		'"\\u00e9\\n\\t\\\\\\"\\/"',
		'[]',
		'{}',
		' [ 1 , [ ] , { "k" : "v" } ] ',
	]) {
		it(`parses the JSON ${text} with the same result as JSON.parse`, () => {
			assert.deepEqual(plain(parseLenientJson(text)), JSON.parse(text));
		});
	}

	it('lenient JSON parser accepts single quotes, unquoted names and trailing commas', () => {
		assert.deepEqual(plain(parseLenientJson(`{ id: 'a.b', "list": ['x',], n: 4, }`)), { id: 'a.b', list: ['x'], n: 4 });
	});

	for (const text of [
		'',
		'{',
		'{"a"',
		'{"a":',
		'[1',
		"'a",
		'{} {}',
		'{"a":\'b\':1}',
		'word',
		'[,]',
		'"\\u12"',
		'[1 2]',
	]) {
		it(`rejects ${JSON.stringify(text)} as invalid lenient JSON`, () => {
			assert.equal(parseLenientJson(text), undefined);
		});
	}

	it('lenient JSON parser stops at excessive nesting depth', () => {
		assert.equal(parseLenientJson('['.repeat(100_000)), undefined);
		assert.equal(parseLenientJson(`${'['.repeat(20)}${']'.repeat(20)}`), undefined);
	});
});

describe('metadata comments in an R8 mapping file', () => {
	const noteOf = (json: string, version = '2.2') => parseNote(`    # ${json}`, mapVersion(version));

	it('reads the sourceFile comment in every mapping version', () => {
		const note = { kind: 'sourceFile', fileName: 'Cart.kt' };
		assert.deepEqual(noteOf('{"id":"sourceFile","fileName":"Cart.kt"}', 'none'), note);
		assert.equal(noteOf('{"id":"sourceFile"}'), undefined);
	});

	it('applies an R8 metadata comment only if the mapping version supports it', () => {
		const since: readonly (readonly [string, readonly string[]])[] = [
			[`{"id":"${r8}.synthesized"}`, ['1.0', '2.0', '2.1', '2.2']],
			[`{"id":"${r8}.outline"}`, ['2.0', '2.1', '2.2']],
			[`{"id":"${r8}.outlineCallsite","positions":{"1":4}}`, ['2.0', '2.1', '2.2']],
			[`{"id":"${r8}.rewriteFrame","conditions":[],"actions":[]}`, ['2.0', '2.1', '2.2']],
		];
		for (const [json, versions] of since) {
			assert.deepEqual(
				['none', 'experimental', '1.0', '2.0', '2.1', '2.2'].filter((version) => noteOf(json, version)),
				versions,
				json,
			);
		}
	});

	it('reads the conditions and the number of removed frames from a rewriteFrame comment', () => {
		assert.deepEqual(
			noteOf(
				`{ id: '${r8}.rewriteFrame', conditions: ['throws(Ljava/lang/NullPointerException;)', 'else(1)'], ` +
					`actions: ['removeInnerFrames(1)', 'removeInnerFrames(2)', 'dance()'] }`,
			),
			{ kind: 'rewriteFrame', thrown: ['java.lang.NullPointerException', undefined], removeInnerFrames: 3 },
		);
	});

	it('reads the valid positions from an outlineCallsite comment', () => {
		assert.deepEqual(
			noteOf(`{"id":"${r8}.outlineCallsite","positions":{"1":4,"2":5,"x":6,"3":"7","4":1.5},"outline":"La;a()I"}`),
			{
				kind: 'outlineCallsite',
				positions: new Map([
					[1, 4],
					[2, 5],
				]),
			},
		);
	});

	it('ignores R8 mapping comments with an unknown ID or invalid JSON', () => {
		for (const json of [
			'{"id":"com.example.later"}',
			`{"id":"${r8}.later"}`,
			'{"id":4}',
			'[]',
			'{"id":',
			'compiler: R8',
		]) {
			assert.equal(noteOf(json), undefined, json);
		}
	});
});
