import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NightlyJob } from '../support/dailyLoop/nightlyJob';
import {
	cartTotals,
	crashLine,
	createShopRepository,
	fixedLine,
	type ShopRepository,
} from '../support/dailyLoop/shopRepository';
import { type ShopService, startShopService } from '../support/dailyLoop/shopService';
import { clockArgs, TestClock } from '../support/dailyLoop/testClock';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { startServer } from '../support/vscode/server.mjs';
import { signIn } from '../support/vscode/signIn';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const dayMs = 86_400_000;

describe('work of a team from a new crash to a confirmed fix', () => {
	let folder: string;
	let clock: TestClock;
	let repository: ShopRepository;
	let service: ShopService;
	let server: Awaited<ReturnType<typeof startServer>>;
	let workbench: Workbench;
	reportFailures(() => workbench);

	beforeEach(async function () {
		this.timeout(200_000);
		folder = mkdtempSync(join(tmpdir(), 'app-errors-loop-'));
		clock = new TestClock(folder);
		repository = createShopRepository();
		service = await startShopService(() => clock.now());
		const { vscode, extension } = uiEnvironment();
		server = await startServer({ vscode, extensions: [extension], env: clock.environment, nodeArgs: clockArgs });
		workbench = await Workbench.open({ server, folder: repository.folder });
	});

	afterEach(async () => {
		await workbench?.close();
		await server?.dispose();
		await service?.[Symbol.asyncDispose]();
		repository?.[Symbol.dispose]();
		rmSync(folder, { recursive: true, force: true });
	});

	const view = () => new ResultsView(workbench.webview());
	const detail = () => view().frame.getByRole('region', { name: 'Group', exact: true });
	const selectedGroup = () => view().groupList.getByRole('option', { selected: true });

	const syncRecords = async () => {
		const { quickInput } = workbench;
		const tree = workbench.tree('Applications');
		await workbench.chooseInMenu(tree, 'Shop', 'Sync Records…', /^Count devices/);
		await quickInput.pick('Count devices (IDs are hashed on this computer)');
		await quickInput.waitForPlaceholder(/^Start date/);
		await quickInput.type(new Date(Date.now() - 36 * dayMs).toISOString().slice(0, 10));
		const since = async () => (await quickInput.labels()).find((label) => label.startsWith('Since '));
		await quickInput.pick(await eventually('The typed date', since));
		await workbench.waitForTab(tabOf('Shop', 'Synced records'));
		await view().triageReady();
		await workbench.closeEditor();
	};

	const openLink = async (link: string) => {
		const { notifications, quickInput } = workbench;
		await workbench.runCommand('Developer: Open URL');
		await eventually('The prompt', async () => (await quickInput.message()).startsWith('URL to open') || undefined);
		await quickInput.type(link);
		await quickInput.accept();
		for (const question of ["Allow 'App Errors' extension to open this URI?", 'Open the synced records of Shop']) {
			await eventually(question, async () => (await notifications.dialog()).includes(question) || undefined);
			await notifications.clickDialog('Open');
		}
		await view().triageReady();
		await selectedGroup().filter({ hasText: 'ArithmeticException' }).waitFor();
	};

	const expectSuspect = async () => {
		const commits = detail().locator('.detail-commits');
		await commits.getByText('Touched since 3.0: 1 commit').click();
		const commit = plainText(await commits.getByRole('listitem').textContent());
		assert.ok(commit.startsWith(repository.culprit.slice(0, 8)), commit);
		assert.match(commit, /Log the average price .*Ana · .* · CartTotals\.kt · @checkout-team$/);
	};

	const fixCode = async () => {
		await detail().getByRole('button', { name: 'CartTotals.kt:8' }).click();
		await workbench.editor.waitForPlace(cartTotals, repository.line);
		const { keyboard } = workbench.page;
		await keyboard.press('End');
		for (const _ of crashLine.trimStart()) {
			await keyboard.press('Backspace');
		}
		await keyboard.insertText(fixedLine.trimStart());
		await keyboard.press('ControlOrMeta+S');
		const saved = join(repository.folder, cartTotals);
		await eventually('The saved file', async () => readFileSync(saved, 'utf8').includes(fixedLine) || undefined);
		repository.git('commit', '-qam', 'Return 0 for empty carts');
		repository.git('tag', 'v3.2');
	};

	const markFixed = async () => {
		const { quickInput } = workbench;
		await detail().getByRole('button', { name: 'Group Actions' }).click();
		await view().frame.getByRole('menuitem', { name: 'Edit Triage…' }).click();
		await quickInput.opened();
		await quickInput.pick('Fixed In…');
		await eventually('The newest version', async () => (await quickInput.value()) === '3.1' || undefined);
		await quickInput.type('3.2');
		await quickInput.accept();
		await detail().getByText('Too early: ').waitFor();
	};

	const commitTriage = (fingerprint: string) => {
		const path = join('.app-errors', 'triage', '301', `${fingerprint.slice(0, 12)}.json`);
		assert.deepEqual(JSON.parse(readFileSync(join(repository.folder, path), 'utf8')), {
			type: 'app-errors/triage@1',
			group: {
				version: 5,
				type: 'java.lang.ArithmeticException',
				frames: ['com.example.shop.cart.CartTotals.average', 'com.example.shop.checkout.CheckoutActivity.showTotals'],
			},
			state: 'fixed',
			in: ['3.2'],
		});
		repository.git('add', '.app-errors');
		repository.git('commit', '-qm', 'Mark the crash as fixed');
	};

	const expectFixed = async () => {
		const tree = workbench.tree('Applications');
		await tree.expand('Shop');
		await tree.clickInline((await tree.waitForRow(/^Synced since/)).label, 'Sync Now');
		await view().frame.locator('.notice-text', { hasText: 'new records' }).waitFor();
		await view().frame.getByRole('button', { name: 'Show', exact: true }).click();
		await detail().getByText('Fixed', { exact: true }).click();
		await detail()
			.getByRole('row', { name: /^3\.2 0 .* 0 of / })
			.waitFor();
		assert.equal(await detail().getByRole('heading').first().textContent(), 'CartTotals.average');
	};

	it('guides a team from a new crash to the responsible code, and later confirms the fix', async () => {
		const job = new NightlyJob({ folder, repository: repository.folder, service, clock });
		const [first] = await Promise.all([job.night(), signIn(workbench, service, 'Shop')]);
		assert.match(first.digest, /^Errors since .*: 1 new\.\n\n- New: `ArithmeticException · CartTotals\.average`/);
		assert.match(first.digest, new RegExp(`touched by ${repository.culprit.slice(0, 8)} Ana, `));
		const [link = '', fingerprint = ''] = /vscode:\S+&group=([\da-f]+)/.exec(first.digest) ?? [];
		await syncRecords();
		await openLink(link);
		await expectSuspect();
		await fixCode();
		await markFixed();
		commitTriage(fingerprint);

		clock.moveBy(11 * dayMs);
		const second = await job.night();
		assert.match(second.digest, /^Errors since .*: 1 fixed\.\n\n- Fixed: `ArithmeticException · CartTotals\.average`/);
		const fixed = await job.run('fixed', second.records, '--output', 'table');
		assert.deepEqual([fixed.code, /CartTotals\.average +Fixed/.test(fixed.stdout)], [0, true], fixed.stdout);
		await expectFixed();
		assert.match((await job.night()).digest, /^No new, increased, or regressed errors since /);
	}).timeout(400_000);
});
