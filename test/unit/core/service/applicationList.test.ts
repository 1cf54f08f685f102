import assert from 'node:assert/strict';
import { decodeApplications } from '../../../../src/core/service/applicationList';
import { problemIn } from './expectations';

const decode = (text: string) => decodeApplications(text, (said) => said.replaceAll('the-token', '[token]'));
const ids = (text: string) => decode(text).applications.map(({ id }) => id);

describe('decodeApplications()', () => {
	for (const [what, text] of [
		['the property applications', '{"applications":[{"id":1},{"id":2}]}'],
		['the property applications next to other lists', '{"links":[{"id":9}],"applications":[{"id":1},{"id":2}]}'],
		['an array of objects', '[{"id":1},{"id":2}]'],
		['an array of IDs', '[1,"2"]'],
		['the property data', '{"data":[{"id":1},{"id":2}],"total":2}'],
		['a nested property', '{"status":"ok","response":{"items":[{"id":1},{"id":2}]}}'],
		['a nested property next to another list', '{"r":{"applications":[1,2]},"s":{"more":[{"id":3}]}}'],
		['a property with any other name next to a list of strings', '{"scopes":["read"],"projects":[{"id":1},{"id":2}]}'],
	] as const) {
		it(`reads an application list from ${what}`, () => assert.deepEqual(ids(text), ['1', '2']));
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
		it(`reads the application ID from the property ${member}`, () =>
			assert.deepEqual(ids(`[{"${member}":7,"x":1}]`), ['7']));
	}

	it('prefers the ID property that has the same name as the export parameter', () => {
		assert.deepEqual(ids('[{"id":1,"application_id":2,"app_id":3}]'), ['2']);
	});

	for (const member of ['name', 'title', 'app_name', 'applicationName', 'label', 'Name']) {
		it(`reads the application name from the property ${member}`, () => {
			assert.equal(decode(`[{"id":7,"${member}":" A shop "}]`).applications[0]?.name, 'A shop');
		});
	}

	it('preserves all digits of an application ID above 2^53', () => {
		assert.deepEqual(ids('[{"id":18446744073709551615},{"id":"9007199254740993"},9007199254740995]'), [
			'18446744073709551615',
			'9007199254740993',
			'9007199254740995',
		]);
	});

	it('counts list items without an application ID', () => {
		const text = '[{"id":1},{"name":"none"},{"id":"x"},{"id":1.5},{"id":-3},{"id":1e3},null,"words",[],{"id":0}]';
		const { applications, unreadable } = decode(text);
		assert.deepEqual(applications, [{ id: '1', name: undefined, zone: undefined, details: [] }]);
		assert.equal(unreadable, 9);
	});

	it('merges list items with the same application ID', () => {
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
		it(`reads ${text} as an empty application list`, () => {
			assert.deepEqual(decode(text), { applications: [], unreadable: 0 });
		});
	}

	describe('application time zone', () => {
		const getZone = (members: string) => decode(`[{"id":1,${members}}]`).applications[0]?.zone;

		it('prefers the time zone name of an application to its offset', () => {
			assert.deepEqual(getZone('"time_zone_offset":7200,"time_zone_name":"Europe/Helsinki"'), {
				kind: 'named',
				name: 'Europe/Helsinki',
			});
		});
		it('uses a numeric or string offset if the time zone name is unknown', () => {
			assert.deepEqual(getZone('"time_zone_offset":"-12600","time_zone_name":"Nowhere/City"'), {
				kind: 'offset',
				seconds: -12600,
			});
		});
		it('ignores an impossible time zone offset', () => {
			assert.equal(getZone('"time_zone_offset":10800000'), undefined);
			assert.equal(getZone('"time_zone_offset":"soon"'), undefined);
		});
	});

	describe('application details', () => {
		const details = (text: string) => decode(text).applications[0]?.details;

		it('lists the remaining scalar properties of an application in order without changing their numbers', () => {
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

		it('omits nested and empty properties of an application, and removes control characters', () => {
			assert.deepEqual(details('[{"id":1,"a":{"b":1},"c":[1],"d":null,"e":"","f":" \\n","g":"x\\u0000y\\u202ez"}]'), [
				['g', 'x yz'],
			]);
		});

		it('limits the number and the length of application details', () => {
			const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index}`, 'x'.repeat(5000)]));
			const found = details(JSON.stringify([{ id: 1, ...many, [`n${'n'.repeat(500)}`]: 'x' }])) ?? [];
			assert.equal(found.length, 40);
			assert.ok(found.every(([name, value]) => name.length <= 64 && value.length <= 200));
		});

		it('redacts the token in application details', () => {
			assert.deepEqual(details('[{"id":1,"self":"https://x/?t=the-token"}]'), [['self', 'https://x/?t=[token]']]);
		});
	});

	it('drops properties at any depth of the application list that look like secrets', () => {
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

	it('ignores application properties with the names of built-in object properties', () => {
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
		it(`describes the property names in ${text} without their values`, () => {
			assert.deepEqual(
				problemIn(() => decode(text)),
				{ kind: 'unknownShape', shape },
			);
		});
	}

	it('handles a deeply nested application list without a stack overflow', () => {
		const text = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
		assert.equal(problemIn(() => decode(text)).kind, 'unknownShape');
	});

	it('throws a SyntaxError if the application list is not valid JSON', () => {
		assert.throws(() => decode('{"applications":[{"id":1}'), SyntaxError);
	});
});
