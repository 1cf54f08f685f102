import assert from 'node:assert/strict';
import { AppError } from '../../src/core/common/errors';
import { ApplicationsHarness, home, news, pastExport, shop, work } from '../support/host/applicationsHarness';
import { describeTree, tooltipAt } from '../support/host/tree';

describe('Applications view', () => {
	let stage: ApplicationsHarness;
	beforeEach(() => {
		stage = new ApplicationsHarness();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);

	describe('problems in the Applications view', () => {
		const actions = ['[refresh] Retry', '[add] Add by ID…'];

		it('shows why the application list is unavailable, and offers fixes', async () => {
			await stage.failWith({ kind: 'unauthorized' });
			assert.deepEqual(await picture(), [
				'[error] Token not accepted · The service does not accept this token. It may have expired.',
				'[key] Paste a New Token',
				...actions,
			]);
		});

		it("shows the format of an application list that can't be parsed, and offers only once to enter an ID", async () => {
			await stage.failWith({ kind: 'unknownShape', shape: '{items: {…}}' });
			assert.deepEqual(await picture(), [
				'[error] Unknown list format · The service returned the list of applications in an unknown format ({items: {…}}). Add the application by its ID.',
				...actions,
			]);
		});

		it("shows the full error message in the row's tooltip and accessibility label", async () => {
			await stage.failWith({ kind: 'network', fault: 'timeout', host: 'one.test', code: 'ETIMEDOUT' });
			const whole =
				'No connection. one.test did not respond in time. Check your network connection, or try again later.';
			const [note] = await stage.provider.getChildren();
			assert(note);
			assert.equal(await tooltipAt(stage.provider, note), whole);
			assert.equal(stage.provider.getTreeItem(note).accessibilityInformation?.label, whole);
		});

		it('still shows pinned applications and past exports if the list fails to load', async () => {
			await stage.applications.pin(home, '101', true);
			stage.export(pastExport('101', 'a', { name: 'Shop', interrupted: true, hoursAgo: 30 }));
			await stage.failWith({ kind: 'serviceFailure', status: 500, words: '' });
			assert.deepEqual((await picture()).slice(-4), [
				...actions,
				'[device-mobile] Shop · ★ 1 export · 101',
				['[circle-slash] Last 7 days · Interrupted · Repeat · 1 d ago'],
			]);
		});

		it('keeps the last application list when a reload fails', async () => {
			await stage.list([shop]);
			const reloaded = stage.applications.reload(true);
			assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
			(await stage.nextAsked()).fail({ kind: 'unexpectedBody', found: 'html', words: '' });
			await reloaded;
			const [note, , , , last] = await picture();
			assert.match(String(note), /^\[error\] Not a list of applications · The service returned a web page/);
			assert.equal(last, '[robot] Shop for Android · 101');
		});

		it('clears the load error of the application list when the token is replaced', async () => {
			await stage.failWith({ kind: 'unauthorized' });
			stage.touchAccounts();
			await stage.list([shop]);
			assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
		});

		it('does not retry automatically after the application list failed to load', async () => {
			await stage.failWith({ kind: 'serviceFailure', status: 503, words: '' });
			await picture();
			await stage.applications.load();
			assert.equal(stage.asked.length, 1);
		});

		it('explains an empty application list, offers actions and shows manually added applications', async () => {
			await stage.applications.add(home, '5');
			await stage.list([]);
			assert.deepEqual((await picture()).slice(1), [
				'[add] Add by ID…',
				'[account] Switch Account…',
				'[device-mobile] 5',
			]);
		});

		it('warns about listed applications without an ID', async () => {
			await stage.list([shop], 3);
			assert.deepEqual(await picture(), [
				'[warning] 3 applications have no ID. · The service listed these applications in an unknown format. Add the applications by ID.',
				'[add] Add by ID…',
				'[robot] Shop for Android · 101',
			]);
		});

		it('shows an internal error as a row and logs it', async () => {
			const fault = new TypeError('ours');
			await stage.failWith(fault);
			assert.deepEqual(await picture(), [
				"[error] Can't show the list of applications. · An unexpected error occurred. See the log for details.",
				...actions,
				'[output] Show Log',
			]);
			assert.deepEqual(stage.faults, [fault]);
		});

		it("lists the applications even if past exports can't be read, and shows a warning", async () => {
			stage.library = () =>
				Promise.reject(new AppError({ kind: 'disk', fault: 'other', path: '/library', code: 'EIO' }));
			await stage.list([shop]);
			const [note, row] = await picture();
			assert.match(String(note), /^\[warning\] Can't read past exports\. · Could not read or write \/library/);
			assert.equal(row, '[robot] Shop for Android · 101');
		});

		it("shows the number of past exports that can't be read, and their folder", async () => {
			stage.library = async () => ({ entries: [], unreadable: 2 });
			await stage.list([shop]);
			assert.equal(
				(await picture())[0],
				"[warning] 2 past exports can't be read. · The files may be damaged or from a newer version of App Errors. Nothing in /library was deleted.",
			);
		});
	});

	describe('account changes in the Applications view', () => {
		it('aborts the request of the previous account and ignores its late response', async () => {
			await stage.applications.add(work, '5');
			const rows = picture();
			const first = await stage.nextAsked();
			stage.switchTo(work);
			const second = await stage.nextAsked();
			assert.equal(first.signal.aborted, true);
			first.answer([shop]);
			second.answer([news]);
			await rows;
			await stage.applications.load();
			assert.deepEqual(await picture(), ['[device-mobile] News · 102', '[device-mobile] 5']);
		});

		it("shows no applications of the previous account while the new account's list loads", async () => {
			await stage.list([shop]);
			await picture();
			stage.switchTo(work);
			assert.deepEqual(await picture(), []);
			(await stage.nextAsked()).answer([news]);
			await stage.applications.load();
			assert.deepEqual(await picture(), ['[device-mobile] News · 102']);
		});

		it('finishes a pending load with the applications of the new account if the account is switched', async () => {
			const loaded = stage.applications.load();
			await stage.nextAsked();
			stage.switchTo(work);
			(await stage.nextAsked()).answer([news]);
			await loaded;
			assert.equal(stage.applications.listing.kind, 'loaded');
		});

		it('ignores a slow account lookup that finishes after the account was switched', async () => {
			let release = () => {};
			stage.lookUp = new Promise((resolve) => {
				release = resolve;
			});
			const slow = stage.applications.view();
			stage.lookUp = Promise.resolve();
			stage.switchTo(work);
			await stage.list([news]);
			release();
			assert.equal((await slow)?.account.id, 'work');
			assert.deepEqual(await picture(), ['[device-mobile] News · 102']);
		});

		it('aborts the application list request when the last account signs out', async () => {
			const rows = picture();
			const asked = await stage.nextAsked();
			stage.switchTo(undefined);
			await rows;
			assert.equal(asked.signal.aborted, true);
			assert.deepEqual(await picture(), []);
		});
	});

	describe('reloading the application list', () => {
		it('sends only one application list request for overlapping loads and reloads', async () => {
			const both = Promise.all([stage.applications.load(), stage.applications.reload(true), stage.applications.load()]);
			(await stage.nextAsked()).answer([shop]);
			await both;
			assert.equal(stage.asked.length, 1);
		});

		it('retries a rejected background request interactively if the user has requested to reload the list', async () => {
			const silent = stage.applications.load();
			const refused = await stage.nextAsked();
			const waiting = stage.applications.reload(true);
			await Promise.resolve();
			refused.fail({ kind: 'unauthorized' });
			await silent;
			const again = await stage.nextAsked();
			assert.equal(again.interactive, true);
			again.answer([shop]);
			await waiting;
			assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
		});

		it('keeps the application list unchanged when a reload is canceled', async () => {
			await stage.list([shop]);
			const reloaded = stage.applications.reload(true);
			(await stage.nextAsked()).fail({ kind: 'cancelled' });
			await reloaded;
			assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
		});
	});
});
