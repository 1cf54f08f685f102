import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import {
	ApplicationsStage,
	application,
	home,
	many,
	nameless,
	news,
	pastExport,
	shop,
	work,
} from '../support/host/applicationsStage';
import { describeTree, tooltipAt } from '../support/host/tree';
import { measured } from '../support/measured';

describe('applications tree', () => {
	let stage: ApplicationsStage;
	beforeEach(() => {
		stage = new ApplicationsStage();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);

	describe('contents', () => {
		it('is empty when nobody is signed in, and asks nothing', async () => {
			stage.switchTo(undefined);
			assert.deepEqual(await picture(), []);
			assert.deepEqual([stage.asked.length, stage.looks], [0, 0]);
		});

		it('shows names with IDs, and the ID alone where there is no name', async () => {
			await stage.list([shop, news, nameless]);
			assert.deepEqual(await picture(), [
				'[device-mobile] Shop for Android · 101',
				'[device-mobile] News · 102',
				'[device-mobile] 103',
			]);
		});

		it('shows the first rows when the service has answered', async () => {
			const rows = picture();
			(await stage.nextAsked()).answer([news]);
			assert.deepEqual(await rows, ['[device-mobile] News · 102']);
		});

		it('shows what is known without the service before it answers', async () => {
			await stage.applications.pin(home, '102', true);
			await stage.applications.add(home, '2599');
			stage.export(pastExport('77', 'a', { name: 'Old app', hoursAgo: 3 }));
			assert.deepEqual(await picture(), [
				'[star-full] 102',
				'[device-mobile] 2599',
				'[device-mobile] Old app · 77',
				['[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB'],
			]);
			(await stage.nextAsked()).answer([shop, news]);
			await stage.applications.load();
			assert.deepEqual((await picture()).slice(0, 3), [
				'[star-full] News · 102',
				'[device-mobile] Shop for Android · 101',
				'[device-mobile] 2599',
			]);
		});

		it('pins, unpins, adds and removes', async () => {
			await stage.list([shop, news]);
			await stage.applications.pin(home, '102', true);
			await stage.applications.add(home, '5');
			assert.deepEqual(await contextValues(stage), ['application.pinned', 'application', 'application.added']);
			await stage.applications.pin(home, '5', true);
			assert.deepEqual(await contextValues(stage), ['application.pinned', 'application.pinned.added', 'application']);
			await stage.applications.remove(home, '5');
			await stage.applications.pin(home, '102', false);
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101', '[device-mobile] News · 102']);
		});

		it('does not offer to remove an application that the service lists', async () => {
			await stage.applications.add(home, '101');
			await stage.list([shop]);
			assert.deepEqual(await contextValues(stage), ['application']);
		});

		it('keeps what was marked apart by service', async () => {
			await stage.applications.add(home, '5');
			stage.switchTo(work);
			await stage.list([]);
			assert.equal(stage.asked.at(-1)?.accountId, 'work');
			assert.deepEqual(
				(await picture())[0],
				'[info] No applications listed. · The service lists none for this account. Enter an application ID, or switch the account.',
			);
		});

		it('says how an application is known to a screen reader', async () => {
			await stage.applications.pin(home, '101', true);
			await stage.list([shop, nameless]);
			assert.deepEqual(
				(await items(stage)).map((item) => item.accessibilityInformation?.label),
				['Shop for Android, application ID 101, pinned', 'application ID 103'],
			);
		});
	});

	describe('filter', () => {
		it('keeps what matches, and tells how much of it there is', async () => {
			const drawings: unknown[] = [];
			stage.provider.onDidDraw(({ account, ...drawing }) => drawings.push([account?.id, drawing]));
			await stage.list([shop, news, nameless]);
			stage.filter.text = ' ándroid EXAMPLE ';
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
			assert.deepEqual(drawings.at(-1), ['home', { filter: 'ándroid EXAMPLE', shown: 1, total: 3 }]);
		});

		it('says that nothing matches, and offers to clear it', async () => {
			await stage.list([shop]);
			stage.filter.text = 'xyz';
			assert.deepEqual(await picture(), ['[info] No application matches "xyz".', '[clear-all] Clear Filter']);
		});

		it('leaves nothing to say when nobody is signed in any more', async () => {
			const drawings: { filter: string }[] = [];
			stage.provider.onDidDraw((drawing) => drawings.push(drawing));
			await stage.list([shop]);
			await picture();
			stage.filter.text = 'shop';
			stage.switchTo(undefined);
			assert.deepEqual(await picture(), []);
			assert.equal(drawings.at(-1)?.filter, '');
		});

		it('does not outlive its account', async () => {
			await stage.list([shop]);
			await picture();
			stage.filter.text = 'shop';
			stage.switchTo(work);
			await stage.list([news]);
			assert.deepEqual(await picture(), ['[device-mobile] News · 102']);
		});
	});

	describe('words of strangers', () => {
		const name = '**[x](command:workbench.action.quit)** $(bug) <img src=x> https://example.test';

		it('stay the text they are', async () => {
			stage.export(pastExport('9', 'a', { name }));
			await stage.list([application('8', name, [['note', name]])]);
			const rows = await items(stage);
			assert.deepEqual(
				rows.map((row) => row.label),
				[name, name],
			);
			for (const node of await stage.provider.getChildren()) {
				const tooltip = await tooltipAt(stage.provider, node);
				// The editor shows a plain string as it is; Markdown would make a link of an address.
				assert.equal(typeof tooltip, 'string');
				assert(String(tooltip).startsWith(name));
			}
		});
	});

	describe('with 5,000 applications', () => {
		measured('does its part of the first paint in 300 ms', async () => {
			for (const id of ['17', '4000']) {
				await stage.applications.pin(home, id, true);
			}
			stage.export(...Array.from({ length: 500 }, (_, index) => pastExport(String(index * 10 + 1), `e${index}`)));
			await stage.list(many(5000));
			const [took, drawn] = await fastest(() => items(stage));
			assert.equal(drawn.length, 5000);
			assert.deepEqual(
				drawn.slice(0, 2).map((item) => item.description),
				['17', '4000'],
			);
			assert(took <= 300, `took ${Math.round(took)} ms`);
		});

		measured('filters them in 100 ms', async () => {
			await stage.list(many(5000));
			stage.filter.text = 'application 499';
			const [took, drawn] = await fastest(() => items(stage));
			assert.equal(drawn.length, 15);
			assert(took <= 100, `took ${Math.round(took)} ms`);
		});
	});
});

async function items(stage: ApplicationsStage): Promise<TreeItem[]> {
	return (await stage.provider.getChildren()).map((node) => stage.provider.getTreeItem(node));
}

async function contextValues(stage: ApplicationsStage): Promise<(string | undefined)[]> {
	return (await items(stage)).map((item) => item.contextValue);
}

/** Milliseconds of the processor for the best of three, since other work only ever adds to it. */
async function fastest<T>(work: () => Promise<T>): Promise<[number, T]> {
	const times: number[] = [];
	for (;;) {
		const started = process.cpuUsage();
		const result = await work();
		const { user, system } = process.cpuUsage(started);
		times.push((user + system) / 1000);
		if (times.length === 3) {
			return [Math.min(...times), result];
		}
	}
}
