import assert from 'node:assert/strict';
import { maxAnswerLength } from '../../../../src/core/agent/tools/agentTools';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { AgentHarness, getCsv } from './support/agentHarness';
import { parseAnswer } from './support/answerGrammar';

const header = ['error_datetime', 'error_name', 'error', 'app_version_name', 'device_model'];

describe('agent response length', () => {
	const folder = useTemporaryFolder();

	it('returns each of a thousand groups exactly once across pages that stay within the response limit', async () => {
		const rows = Array.from({ length: 1000 }, (_, index) => [
			'2026-11-14 00:00:00',
			`name ${index} ${'\u202e'.repeat(500)}`,
			`java.lang.Error: ${index}\n\tat com.shop.C${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index / 26)}.run(C.kt:1)\n`,
			`words ${index}`,
			'"'.repeat(500),
		]);
		await using agent = new AgentHarness(folder.path, [{ csv: getCsv(header, rows) }], {
			workspace: { 'C.kt': `${'folder/'.repeat(60)}C.kt` },
		});
		await agent.ask('list_exports');
		for (const [by, limit] of [
			['name', 25],
			['frames', 25],
		] as const) {
			const seen: string[] = [];
			let after: string | undefined;
			do {
				const { text, host } = await agent.ask('top_groups', { export: 'e1', by, limit, after });
				assert.ok(text.length <= maxAnswerLength, `${text.length} characters`);
				parseAnswer(text);
				const ids = [...host.matchAll(/^(g\d+): /gm)].map(([, id = '']) => id);
				assert.ok(ids.length > 5);
				seen.push(...ids);
				after = /not shown: [\d,]+ more groups; continue with after="(g\d+)"/.exec(host)?.[1];
				if (after === undefined) {
					assert.doesNotMatch(host, /not shown/);
				} else {
					assert.equal(after, ids.at(-1));
				}
			} while (after !== undefined);
			assert.deepEqual([seen.length, new Set(seen).size], [1000, 1000], by);
		}
	});

	it('stays within the response limit even for megabyte-long stack traces', async () => {
		const frames = Array.from(
			{ length: 12_000 },
			(_, index) => `\tat com.shop.${'deep.'.repeat(10)}Cart.run${index}(Cart.kt:${index})\n`,
		);
		const row = [
			'2026-11-14 00:00:00',
			'crash',
			`java.lang.Error: ${'\u2028'.repeat(10_000)}\n${frames.join('')}`,
			'v',
			'm',
		];
		await using agent = new AgentHarness(folder.path, [{ csv: getCsv(header, [row, row, row]) }]);
		await agent.ask('list_exports');
		await agent.ask('top_groups', { export: 'e1' });
		const asked = [
			[
				'get_group',
				{ group: 'g1', frames: 60, samples: 3, breakdown: ['app_version_name', 'device_model', 'os_name'] },
			],
			['search_records', { export: 'e1', limit: 20, columns: header }],
		] as const;
		for (const [tool, input] of asked) {
			for (const budget of [100, 3_000, 100_000]) {
				const { text, host } = await agent.ask(tool, input, budget);
				assert.ok(
					text.length <= Math.max(1_500, Math.min(budget, maxAnswerLength)),
					`${tool}: ${text.length} characters`,
				);
				parseAnswer(text);
				assert.match(host, tool === 'get_group' ? /not shown: [\d,]+ frames/ : /^records: 3/m);
			}
		}
	});
});
