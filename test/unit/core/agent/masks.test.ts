import assert from 'node:assert/strict';
import { maskPersonal } from '../../../../src/core/agent/text/maskPersonal';
import { serviceFields } from '../../../../src/core/plan/fields';
import { Random } from '../../../support/random';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { AgentHarness, getCsv } from './support/agentHarness';
import { maskedForms, readableTexts } from './support/maskedForms';

const personal = serviceFields.filter((field) => field.personal).map(({ name }) => name);

function piecesOf(secret: string): readonly string[] {
	return secret.split(/[^\p{L}\p{N}_-]/u).filter((piece) => piece.length >= 4);
}

describe('masking of personal data', () => {
	const folder = useTemporaryFolder();

	it('masks email addresses, IP addresses and other personal data in any text', () => {
		for (const [text, masked] of [
			['sent to jo.doe+x@mail.example.com, ok', 'sent to <email>, ok'],
			['кому: иван@почта.рф', 'кому: <email>'],
			['from 192.168.0.17:8080', 'from <ip>:8080'],
			['[2001:db8::8a2e:370:7334]', '[<ip>]'],
			['2001:0db8:85a3:0000:0000:8a2e:0370:7334', '<ip>'],
			['at 12:34:56 in std::vector of a::b', 'at 12:34:56 in std::vector of a::b'],
			['Authorization: Bearer abc.def', 'Authorization: Bearer <token>'],
			['?access_token=abc', '?access_token=<secret>'],
			['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '<jwt>'],
			['id 38400000-8cf0-11bd-b23e-10b96e40000d', 'id <uuid>'],
			[`sha ${'0f'.repeat(20)}`, 'sha <hex>'],
			['key Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYg==', 'key <base64>'],
			['order 1234567890', 'order <number>'],
			['٠١٢٣٤٥٦٧٨', '<number>'],
			['+7-916-123-45-67', '<phone>'],
			['com.shop.Cart@1f2e3d', 'com.shop.Cart@1f2e3d'],
			['java/util/concurrent/ThreadPoolExecutor/runWorker', 'java/util/concurrent/ThreadPoolExecutor/runWorker'],
			['ActivityManagerServiceConnectionHandlerImpl', 'ActivityManagerServiceConnectionHandlerImpl'],
		] as const) {
			assert.equal(maskPersonal(text), masked);
		}
		assert.equal(maskPersonal('user anna-4711 of ann', ['anna-4711', 'ann']), 'user <personal> of ann');
	});

	for (const [kind, forms] of Object.entries(maskedForms)) {
		it(`masks personal data in all common formats: ${kind}`, () => {
			const left = forms.filter((form) => {
				const masked = maskPersonal(form.replace(/[«»]/g, '')).replace(/<[a-z ]+>/g, '');
				const secrets = Array.from(form.matchAll(/«([^»]+)»/g), ([, secret = '']) => secret);
				return secrets.some((secret) => [secret, ...piecesOf(secret)].some((piece) => masked.includes(piece)));
			});
			assert.deepEqual(left, []);
		});
	}

	it('leaves text without personal data unchanged', () => {
		assert.deepEqual(
			readableTexts.map((text) => maskPersonal(text)),
			readableTexts,
		);
	});

	it('never returns personal data from a record to an agent', async () => {
		assert.equal(personal.length, 7);
		const random = new Random(3);
		const word = (length: number, letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789') =>
			random.times(length, () => letters[random.below(letters.length)]).join('');
		const secrets = new Set<string>();
		const seed = (value: string) => {
			secrets.add(value);
			return value;
		};
		const rows = Array.from({ length: 60 }, (_, index) => {
			const values = personal.map((_, place) => seed(`${word(6)}-${place}${word(5)}`));
			const inText = [
				seed(`${word(7)}@${word(6)}.example`),
				seed(word(40, '0123456789abcdef')),
				`Bearer ${seed(word(24))}`,
				seed(word(12, '123456789')),
				seed(word(48)),
				`eyJ${seed(word(20))}.${word(20)}.${word(20)}`,
				...values,
			];
			return [
				'2026-11-14 00:00:00',
				`name ${inText.join(' ')}`,
				`java.lang.Error: ${inText.join(' and ')}\n\tat com.shop.Cart${index % 7}.run(Cart.kt:1)\n`,
				JSON.stringify({ inText }),
				...values,
			];
		});
		const header = ['error_datetime', 'error_name', 'error', 'error_json', ...personal];
		await using agent = new AgentHarness(folder.path, [{ csv: getCsv(header, rows) }]);
		const answers = [await agent.ask('list_exports')];
		for (const by of ['frames', 'name', 'message']) {
			answers.push(await agent.ask('top_groups', { export: 'e1', by, limit: 25 }));
		}
		for (let group = 1; group <= 20; group++) {
			answers.push(await agent.ask('get_group', { group: `g${group}`, samples: 3, frames: 60 }));
		}
		for (const columns of [['error', 'error_json'], ['error_name'], []]) {
			answers.push(await agent.ask('search_records', { export: 'e1', columns, limit: 20 }));
		}
		answers.push(await agent.ask('compare', { before: 'e1', after: 'e1' }));
		const text = answers.map((answer) => answer.text).join('\n');
		assert.deepEqual(
			[...secrets].filter((secret) => text.includes(secret)),
			[],
		);
	});

	it('masks the values of personal columns in the results of every tool', async () => {
		const row = (who: string, version: string) => [
			`Order of ${who} failed`,
			`com.shop.${who}Error: no cart of ${who}\n\tat com.shop.Cart.run(Cart.kt:15)`,
			version,
			who,
		];
		const rows = [...Array(40).fill(row('AnnaLindqvist', '1')), ...Array(60).fill(row('OttoBrandt', '2'))];
		const csv = getCsv(['error_name', 'error', 'app_version_name', 'customer'], rows);
		const workspace = { 'Cart.kt': 'app/Cart.kt' };
		await using agent = new AgentHarness(folder.path, [{ csv }, { csv }], { personalColumns: ['customer'], workspace });
		await agent.ask('list_exports');
		for (const [tool, input] of [
			['errors_at', { path: 'app/Cart.kt' }],
			['compare', { export: 'e1', before: '1', after: '2' }],
			['compare', { before: 'e1', after: 'e2' }],
			['top_groups', { export: 'e1' }],
			['get_group', { group: 'g1' }],
			['search_records', { export: 'e1' }],
		] as const) {
			const { text } = await agent.ask(tool, input);
			assert.doesNotMatch(text, /Anna|Otto/, tool);
		}
		assert.match((await agent.ask('errors_at', { path: 'app/Cart.kt' })).text, /<personal>/);
	});

	it('treats declared personal columns and device ID columns as personal', async () => {
		const csv = getCsv(['error_name', 'customer', 'hashed_device_id'], [['crash of anna', 'anna', 'd41d8c']]);
		await using agent = new AgentHarness(folder.path, [{ csv }], { personalColumns: ['customer'] });
		await agent.ask('list_exports');
		for (const column of ['customer', 'hashed_device_id']) {
			await assert.rejects(agent.ask('search_records', { export: 'e1', columns: [column] }), /can identify a person/);
			await assert.rejects(
				agent.ask('search_records', { export: 'e1', query: `${column}:x` }),
				/can identify a person/,
			);
		}
		const { text } = await agent.ask('search_records', { export: 'e1' });
		assert.match(text, /crash of <personal>/);
	});

	it('does not search personal columns, because match counts would reveal their values', async () => {
		const rows = [
			['crash of a cart', 'anna', 'd41d8c'],
			['crash of anna', 'otto', 'a87ff6'],
		];
		const csv = getCsv(['error_name', 'customer', 'hashed_device_id'], rows);
		await using agent = new AgentHarness(folder.path, [{ csv }], { personalColumns: ['customer'] });
		await agent.ask('list_exports');
		const counted = async (query: string) => {
			const { host } = await agent.ask('search_records', { export: 'e1', query });
			return /^records: (\d+) match/m.exec(host)?.[1] ?? host;
		};
		assert.equal(await counted('crash'), '2');
		assert.equal(await counted('anna'), '1');
		assert.equal(await counted('otto'), '0');
		assert.equal(await counted('d41d8c'), '0');
	});

	it('does not search masked text, because match counts would reveal it', async () => {
		const rows = [
			[
				'2026-11-14 00:00:00',
				'crash of otto',
				'otto',
				'failed for jo.doe@example.com with password=hunter2 at once',
				'4111',
			],
			[
				'2026-11-14 00:00:01',
				'crash of a cart',
				'anna',
				'java.lang.Error: cart\n\tat com.shop.Cart.run(Cart.kt:1)',
				'987654321012',
			],
		];
		const csv = getCsv(['error_datetime', 'error_name', 'customer', 'error', 'order'], rows);
		await using agent = new AgentHarness(folder.path, [{ csv }], { personalColumns: ['customer'] });
		await agent.ask('list_exports');
		const counted = async (query: string) => {
			const { host } = await agent.ask('search_records', { export: 'e1', query });
			return Number(/^records: (\d+) match/m.exec(host)?.[1] ?? /^records: (\d+)/m.exec(host)?.[1]);
		};
		for (const query of [
			'jo.doe',
			'error:~doe@',
			'error:/jo\\.d/',
			'error:~hunter',
			'error:/password=h/',
			'error:"failed for jo.doe@example.com with password=hunter2 at once"',
			'error_name:"crash of otto"',
			'error_name:~otto',
			'order:987654321012',
			'order:>=987654321012',
			'order:>900000000000',
		]) {
			assert.equal(await counted(query), 0, query);
		}
		assert.equal(await counted('-order:987654321012'), 2);
		for (const query of [
			'crash',
			'error:~cart',
			'error:/Cart\\.kt/',
			'error:~"at once"',
			'order:4111',
			'error_name:"crash of a cart"',
		]) {
			assert.ok((await counted(query)) > 0, query);
		}
		const groups = async (filter: string) => (await agent.ask('top_groups', { export: 'e1', filters: [filter] })).host;
		assert.match(await groups('error:~hunter'), /groups: 0/);
		assert.match(await groups('error:~cart'), /groups: 1/);
	});
});
