import assert from 'node:assert/strict';
import { getPercent, messageIn, speaksOfSize } from '../../../../src/core/service/errorBody';

const token = 'y0_AgAA/Ab+c-d.e~f=g&h';
const say = (text: string, contentType = 'text/plain', whole = true) => messageIn({ text, contentType, whole }, token);

describe('error response messages', () => {
	for (const [what, text, words] of [
		['plain text', 'Unknown field: colour\n', 'Unknown field: colour'],
		['a JSON message', '{"code":400,"message":"Bad limit"}', 'Bad limit'],
		[
			'repeated JSON messages',
			'{"errors":[{"error_type":"x","message":"Bad a"},{"message":"Bad b"},{"message":"Bad a"}],"code":400,"message":"Bad a"}',
			'Bad a; Bad b',
		],
		['a nested JSON message', '{"error":{"message":"Bad c"}}', 'Bad c'],
		['a JSON error string', '{"error":"invalid_grant"}', 'invalid_grant'],
		['a quoted JSON string', '"Wait"', 'Wait'],
		['JSON without messages', '{"code":5}', '{"code":5}'],
		['an empty body', '', ''],
	] as const) {
		it(`extracts the message of an error response from ${what}`, () => assert.equal(say(text), words));
	}

	it('extracts the title of an HTML page, or else its heading or text', () => {
		assert.equal(say('<!doctype html><html><head><title>Sign in</title></head><body>x</body>'), 'Sign in');
		assert.equal(say('<h1>Gateway</h1><p>x', 'text/html; charset=utf-8'), 'Gateway');
		assert.equal(say('<html><script>var a = 1</script><p>Come <b>back</b></p>'), 'Come back');
	});

	it('truncates an error message to 300 characters without splitting a character', () => {
		const words = say(`${'x'.repeat(298)}🙂🙂`);
		assert.equal(words, `${'x'.repeat(298)}…`);
		assert.equal(say('y'.repeat(5000)).length, 300);
	});

	it('returns a single-line error message without control and bidirectional characters', () => {
		assert.equal(say('a\r\n\tb\u0000c\u001b[31md\u202egnp.exe\u2066\u200be\u0085f'), 'a b c [31mdgnp.exee f');
	});

	describe('redaction of the token', () => {
		const base64 = (text: string) => Buffer.from(text).toString('base64');
		for (const [form, echoed] of [
			['unchanged', token],
			['in uppercase', token.toUpperCase()],
			['percent-encoded', encodeURIComponent(token)],
			['percent-encoded in lowercase', encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase())],
			['in base64', base64(token)],
			['in base64url', Buffer.from(token).toString('base64url')],
			['in base64 after a scheme', base64(`OAuth ${token}`)],
			['in base64 with other text', base64(`user:${token}; more`)],
			['in base64 at an unaligned offset', base64(`ab${token}`)],
			['in HTML with an escaped ampersand', token.replaceAll('&', '&amp;')],
			['in JSON with escaped slashes', token.replaceAll('/', '\\/')],
			['in HTML with hexadecimal entities', token.replaceAll('=', '&#x3D;').replaceAll('/', '&#x2F;')],
			['in HTML with decimal entities', token.replaceAll('=', '&#61;').replaceAll('&h', '&#038;h')],
			[
				'in HTML with named entities',
				token.replaceAll('&', '&amp;').replaceAll('=', '&equals;').replaceAll('+', '&plus;'),
			],
			['in HTML with every character escaped', [...token].map((letter) => `&#${letter.charCodeAt(0)};`).join('')],
			['in HTML, escaped twice', token.replaceAll('=', '&amp;#x3D;')],
			['percent-encoded twice', encodeURIComponent(encodeURIComponent(token))],
			['percent-encoded and escaped in HTML', encodeURIComponent(token).replaceAll('%', '&#37;')],
			['in JSON with Unicode escapes', token.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d')],
			['in base64 and percent-encoded', encodeURIComponent(base64(token))],
			['in base64 and escaped in HTML', base64(`x${token}`).replaceAll('=', '&#x3D;').replaceAll('+', '&#43;')],
			['in hexadecimal', Buffer.from(token).toString('hex')],
		] as const) {
			it(`redacts the token in an error message (token ${form})`, () => {
				const words = say(`Bad token <${echoed}> given`);
				assert.match(words, /\[token\]/);
				for (const part of [token, echoed.slice(4, -4)]) {
					assert.ok(!words.toLowerCase().includes(part.toLowerCase()), words);
				}
			});
		}

		it('redacts the token in JSON even if characters were removed from it', () => {
			assert.equal(say(JSON.stringify({ message: `No: ${token}` })), 'No: [token]');
			assert.equal(say(`No: ${token.slice(0, 5)}\u200b${token.slice(5)}`), 'No: [token]');
		});

		it('redacts a token that is incomplete because reading stopped', () => {
			assert.equal(say(`No: ${token.slice(0, 9)}`, 'text/plain', false), 'No: [token]');
			assert.equal(
				say(`No: ${Buffer.from(token).toString('base64').slice(0, 12)}`, 'text/plain', false),
				'No: [token]',
			);
		});

		it('redacts an encoded token that is truncated in the middle of an escape sequence', () => {
			for (const end of ['y0&#95;AgAA', 'y0_AgAA%2', 'y0_AgAA&#x2', 'y0_AgAA&', 'y0_AgAA\\u00']) {
				assert.equal(say(`No: ${end}`, 'text/plain', false), 'No: [token]', end);
			}
			assert.equal(say('No: y0_', 'text/plain', false), 'No: y0_', 'so little tells nothing');
		});

		it('redacts a token before the message that contains it is truncated', () => {
			const words = say(`${'x'.repeat(290)}${token}`);
			assert.equal(words, `${'x'.repeat(290)}[token]`);
		});
	});
});

describe('getPercent()', () => {
	for (const [text, percent] of [
		['Wait for result. Progress is 42%.', 42],
		['99.5 %', 99.5],
		['0%', 0],
		['100%', 100],
		['12,5%', 12.5],
		['Your query is added to the queue.', undefined],
		['250%', undefined],
		['1000%', undefined],
		['%', undefined],
	] as const) {
		it(`reads ${percent} percent from ${JSON.stringify(text)}`, () => assert.equal(getPercent(text), percent));
	}
});

describe('service messages about the size of a request', () => {
	for (const text of [
		'Request is too big. Try to use more parts.',
		'Try to use more parts.',
		'The date range is too large',
		'Too many rows in the result',
		'parts_count must be greater',
		'Too much data for one file',
		'Query interval is too long, shorten it',
	]) {
		it(`recognizes ${JSON.stringify(text)} as a message about the size of the request`, () =>
			assert.equal(speaksOfSize(text), true));
	}
	for (const text of ['Unknown field: parts', 'Too many requests', 'Bad date_since', 'limit is too large', '']) {
		it(`does not recognize ${JSON.stringify(text)} as a message about the size of the request`, () =>
			assert.equal(speaksOfSize(text), false));
	}
});
