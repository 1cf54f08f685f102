import assert from 'node:assert/strict';
import { decodeApplications } from '../../../../src/core/service/applicationList';
import { problemIn } from './expectations';

const decode = (text: string) => decodeApplications(text, (said) => said.replaceAll('the-token', '[token]'));
const ids = (text: string) => decode(text).applications.map(({ id }) => id);

describe('decodeApplications', () => {
	for (const [what, text] of [
		['an object with applications', '{"applications":[{"id":1},{"id":2}]}'],
		['applications beside other lists', '{"links":[{"id":9}],"applications":[{"id":1},{"id":2}]}'],
		['a bare array', '[{"id":1},{"id":2}]'],
		['a bare array of IDs', '[1,"2"]'],
		['data', '{"data":[{"id":1},{"id":2}],"total":2}'],
		['an envelope', '{"status":"ok","response":{"items":[{"id":1},{"id":2}]}}'],
		['an envelope with applications beside another list', '{"r":{"applications":[1,2]},"s":{"more":[{"id":3}]}}'],
		['a list of any other name beside a list of words', '{"scopes":["read"],"projects":[{"id":1},{"id":2}]}'],
	] as const) {
		it(`reads ${what}`, () => assert.deepEqual(ids(text), ['1', '2']));
	}

	for (const member of [
		'id',
		'ID',
		'application_id',
		'applicationId',
		'ApplicationID',
		'app_id',
		'appId',
		'application-id',
	]) {
		it(`takes the ID from ${member}`, () => assert.deepEqual(ids(`[{"${member}":7,"x":1}]`), ['7']));
	}

	it('prefers the name that the export knows', () => {
		assert.deepEqual(ids('[{"id":1,"application_id":2,"app_id":3}]'), ['2']);
	});

	for (const member of ['name', 'title', 'app_name', 'applicationName', 'label', 'Name']) {
		it(`takes the name from ${member}`, () => {
			assert.equal(decode(`[{"id":7,"${member}":" A shop "}]`).applications[0]?.name, 'A shop');
		});
	}

	it('keeps every digit of an ID beyond 2^53', () => {
		assert.deepEqual(ids('[{"id":18446744073709551615},{"id":"9007199254740993"},9007199254740995]'), [
			'18446744073709551615',
			'9007199254740993',
			'9007199254740995',
		]);
	});

	it('counts what has no ID', () => {
		const text = '[{"id":1},{"name":"none"},{"id":"x"},{"id":1.5},{"id":-3},{"id":1e3},null,"words",[],{"id":0}]';
		const { applications, unreadable } = decode(text);
		assert.deepEqual(applications, [{ id: '1', name: undefined, zone: undefined, details: [] }]);
		assert.equal(unreadable, 9);
	});

	it('merges elements of one ID', () => {
		const text = '[{"id":1,"a":"x"},{"id":"1","name":"Shop","a":"y","b":"z","time_zone_offset":3600}]';
		assert.deepEqual(decode(text).applications, [
			{
				id: '1',
				name: 'Shop',
				zone: { kind: 'offset', seconds: 3600 },
				details: [
					['a', 'x'],
					['b', 'z'],
				],
			},
		]);
	});

	for (const text of ['[]', '{"applications":[]}', '{"data":[],"total":0}']) {
		it(`takes ${text} for an empty list`, () => {
			assert.deepEqual(decode(text), { applications: [], unreadable: 0 });
		});
	}

	describe('time zone', () => {
		const zoneOf = (members: string) => decode(`[{"id":1,${members}}]`).applications[0]?.zone;

		it('is the named one first', () => {
			assert.deepEqual(zoneOf('"time_zone_offset":7200,"time_zone_name":"Europe/Helsinki"'), {
				kind: 'named',
				name: 'Europe/Helsinki',
			});
		});
		it('is the offset where the name is unknown, quoted or not', () => {
			assert.deepEqual(zoneOf('"time_zone_offset":"-12600","time_zone_name":"Nowhere/City"'), {
				kind: 'offset',
				seconds: -12600,
			});
		});
		it('is not known from an offset no clock has', () => {
			assert.equal(zoneOf('"time_zone_offset":10800000'), undefined);
			assert.equal(zoneOf('"time_zone_offset":"soon"'), undefined);
		});
	});

	describe('details', () => {
		const details = (text: string) => decode(text).applications[0]?.details;

		it('are the other plain members, in order, numbers as written', () => {
			assert.deepEqual(
				details('[{"owner":"somebody","id":1,"name":"Shop","uid":12345678901234567890,"hide":false,"rate":1.50}]'),
				[
					['owner', 'somebody'],
					['uid', '12345678901234567890'],
					['hide', 'false'],
					['rate', '1.50'],
				],
			);
		});

		it('hold nothing nested, nothing empty and no controls', () => {
			assert.deepEqual(details('[{"id":1,"a":{"b":1},"c":[1],"d":null,"e":"","f":" \\n","g":"x\\u0000y\\u202ez"}]'), [
				['g', 'x yz'],
			]);
		});

		it('are bounded in number and length', () => {
			const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index}`, 'x'.repeat(5000)]));
			const found = details(JSON.stringify([{ id: 1, ...many, [`n${'n'.repeat(500)}`]: 'x' }])) ?? [];
			assert.equal(found.length, 40);
			assert.ok(found.every(([name, value]) => name.length <= 64 && value.length <= 200));
		});

		it('do not repeat the token', () => {
			assert.deepEqual(details('[{"id":1,"self":"https://x/?t=the-token"}]'), [['self', 'https://x/?t=[token]']]);
		});
	});

	it('drops secret-like members at any depth', () => {
		const element = {
			id: 1,
			import_token: 'hush',
			api_key128: 'hush',
			ApiKey: 'hush',
			clientSecret: 'hush',
			password: 'hush',
			credentials: { id: 'hush' },
			name: 'Shop',
		};
		const text = JSON.stringify({ token: 'hush', applications: [element], meta: { secret: ['hush'] } });
		assert.deepEqual(decode(text).applications, [{ id: '1', name: 'Shop', zone: undefined, details: [] }]);
		const unknown = problemIn(() => decode(JSON.stringify({ nothing: { api_key: 'hush' }, access_token: 'hush' })));
		assert.deepEqual(unknown, { kind: 'unknownShape', shape: '{nothing: {}}' });
	});

	it('is not led astray by members named like those of every object', () => {
		assert.deepEqual(
			ids('{"__proto__":[{"id":9}],"constructor":{"x":1},"applications":[{"__proto__":{"id":5},"id":1}]}'),
			['1'],
		);
	});

	for (const [text, shape] of [
		['{"a":[{"id":1}],"b":[{"id":2}]}', '{a: [{id}], b: [{id}]}'],
		['{"status":"ok","deep":{"deeper":{"applications":[1]}}}', '{status, deep: {deeper: {}}}'],
		['[{"label":"hidden"},{"label":"hidden"}]', '[{label}]'],
		['["a","b"]', '[text]'],
		['{"message":"private words"}', '{message}'],
		['12', 'text'],
		['null', 'null'],
	] as const) {
		it(`tells the members of ${text} and no value`, () => {
			assert.deepEqual(
				problemIn(() => decode(text)),
				{ kind: 'unknownShape', shape },
			);
		});
	}

	it('does not fall over depth', () => {
		const text = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
		assert.equal(problemIn(() => decode(text)).kind, 'unknownShape');
	});

	it('leaves what is not JSON to the caller', () => {
		assert.throws(() => decode('{"applications":[{"id":1}'), SyntaxError);
	});
});
