import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { JsonParts, LongValue } from '../../../../../../src/core/stack/mapping/sourceMap/jsonParts';
import { JsonWalk } from '../../../../../../src/core/stack/mapping/sourceMap/jsonWalk';
import { RefusedMap } from '../../../../../../src/core/stack/mapping/sourceMap/refusedMap';
import { Random } from '../../../../../support/random';

const names = ['a', 'é"', '', '__proto__', 'length'] as const;

type Values = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
	try {
		// The text is encoded as in a file, which replaces unpaired surrogates.
		return JSON.parse(Buffer.from(text).toString());
	} catch {
		return 'malformed';
	}
}

function inParts(text: string): unknown {
	const parts = new JsonParts(new JsonWalk(Buffer.from(text), 'unneeded', 1e6));
	try {
		const [value, members] = runSynchronously(parts.whole(0, names));
		const made = parts.value(value);
		assert.deepEqual(members, runSynchronously(parts.members(value, names)), 'the same when it is asked again');
		for (const name of names) {
			if (Object.hasOwn(Object(made), name) && !Array.isArray(made) && typeof made === 'object') {
				assert.deepEqual(parts.value(members[name]), (made as Values)[name], name);
			}
		}
		assert.deepEqual(runSynchronously(parts.list(value)), Array.isArray(made) ? made : undefined);
		if (Array.isArray(made)) {
			assert.deepEqual(
				runSynchronously(parts.items(value)).map((item) => parts.value(item)),
				made,
			);
		}
		return made;
	} catch (error) {
		if (error instanceof RefusedMap) {
			return error.problem.kind;
		}
		throw error;
	}
}

const soundScalars = ['0', '-0', '12', '-1.5e+3', 'true', 'null', '1E9', '0.0'] as const;
const brokenScalars = ['01', '1.', '.5', '1e', 'nul', 'NaN', '--1', '+1'] as const;
const soundTexts = ['""', '"a"', '"\\u00e9\\""', '"é\\""', '"\\ud83d\\ude00😀"', '"\\n\\/\\\\"', '"\u2028"'] as const;
const brokenTexts = ['"\\x"', '"\\u12g4"', '"\t"', '"a', "'a'"] as const;
const keys = ['"a"', '"\\u0061"', '"é\\""', '""', '"__proto__"', '"length"', '"other"'] as const;

function randomText(random: Random, depth: number): string {
	const space = () => (random.chance(0.15) ? random.pick([' ', '\n', '\t ', '\r\n']) : '');
	const several = (item: () => string) =>
		Array.from({ length: random.below(6) }, () => space() + item() + space()).join(',');
	const kind = depth === 0 ? random.below(2) : random.below(6);
	const made =
		kind === 0
			? random.pick(random.chance(0.98) ? soundScalars : brokenScalars)
			: kind === 1
				? random.pick(random.chance(0.98) ? soundTexts : brokenTexts)
				: kind < 4
					? `[${several(() => randomText(random, depth - 1))}]`
					: `{${several(() => `${random.pick(keys)}${space()}:${randomText(random, depth - 1)}`)}}`;
	return space() + made + space();
}

function damaged(random: Random, text: string): string {
	const at = random.below(text.length + 1);
	const more = random.chance(0.6)
		? random.pick([',', '}', ']', '{', '[', '"', ':', '\\', 'x', '1', '\u00a0', '\ufeff'])
		: '';
	return text.slice(0, at) + more + text.slice(at + random.below(2));
}

describe('incremental JSON parser', () => {
	it('returns the same values as JSON.parse and reports malformed JSON', () => {
		let sound = 0;
		for (let seed = 1; seed <= 6000; seed++) {
			const random = new Random(seed);
			const whole = randomText(random, 4);
			const text = random.chance(0.5) ? damaged(random, whole) : whole;
			const expected = parsed(text);
			sound += Number(expected !== 'malformed');
			assert.deepEqual(inParts(text), expected, text);
		}
		assert.ok(sound > 1500 && sound < 5000, `${sound} of them are JSON`);
	});

	it('incremental JSON parser returns the same values no matter where it yields', () => {
		const unit = '{"a":["é\\u00e9\\\\",[1.5,-2,true],{"length":"\\""}]},';
		for (let shift = 0; shift < unit.length; shift++) {
			const text = `[${' '.repeat(shift)}${unit.repeat(3000)}"${unit.replaceAll(/["\\]/g, '\\$&').repeat(1500)}"]`;
			const parts = new JsonParts(new JsonWalk(Buffer.from(text), 'unneeded', 1e6));
			const [value] = runSynchronously(parts.whole(0, []));
			const list = runSynchronously(parts.list(value)) ?? [];
			const last = list.at(-1);
			assert.ok(last instanceof LongValue);
			const expected = JSON.parse(text) as unknown[];
			assert.deepEqual(list.slice(0, -1), expected.slice(0, -1));
			assert.equal(JSON.parse(Buffer.from(text).toString('utf8', last.span.start, last.span.end)), expected.at(-1));
		}
	});

	it('returns the content of JSON strings as ASCII', () => {
		for (const inner of [
			'',
			'AAAA;C',
			'a\\/b',
			'\\u0041\\u002c',
			'\\"\\\\',
			`${'x'.repeat(70_000)}\\/${'y\\/'.repeat(70_000)}`,
		]) {
			const parts = new JsonParts(new JsonWalk(Buffer.from(`"${inner}"`), 'unneeded', 9));
			const [value] = runSynchronously(parts.whole(0, []));
			assert.equal(runSynchronously(parts.ascii(value)).toString('latin1'), JSON.parse(`"${inner}"`));
		}
		const parts = new JsonParts(new JsonWalk(Buffer.from('"a\\u20ac\\n;"'), 'unneeded', 9));
		const [value] = runSynchronously(parts.whole(0, []));
		assert.equal(runSynchronously(parts.ascii(value)).toString('latin1'), 'a\0\0;');
	});

	it('skips JSON arrays with a given property name and does not count their items', () => {
		const text = '{"a":[1,2],"unneeded":[[{"a":1},"]\\""],2,3,4,5],"b":{"unneeded":[1,2,3]},"unneeded":3}';
		const walk = new JsonWalk(Buffer.from(text), 'unneeded', 7);
		const [, members] = runSynchronously(new JsonParts(walk).whole(0, names));
		assert.deepEqual(Object.keys(members), ['a']);
		assert.equal(walk.leftOut, '[[{"a":1},"]\\""],2,3,4,5]'.length + '[1,2,3]'.length);
		assert.throws(
			() => runSynchronously(new JsonParts(new JsonWalk(Buffer.from(text), 'other', 7)).whole(0, names)),
			(error) => error instanceof RefusedMap && error.problem.kind === 'tooLarge',
		);
	});
});
