import assert from 'node:assert/strict';
import { AppError } from '../../src/core/common/errors';
import { ApplicationsStage, home, news, pastExport, shop, work } from '../support/host/applicationsStage';
import { describeTree, tooltipAt } from '../support/host/tree';

describe('applications tree', () => {
	let stage: ApplicationsStage;
	beforeEach(() => {
		stage = new ApplicationsStage();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);

	describe('when something is wrong', () => {
		const remedies = ['[refresh] Retry', '[add] Enter ID…'];

		it('says why there is no list, and offers what helps', async () => {
			await stage.failWith({ kind: 'unauthorized' });
			assert.deepEqual(await picture(), [
				'[error] Token not accepted. · The service does not accept this token. It may have expired.',
				'[key] Paste a New Token',
				...remedies,
			]);
		});

		it('names the form of a list that is not known, and asks for an ID once', async () => {
			await stage.failWith({ kind: 'unknownShape', shape: '{items: {…}}' });
			assert.deepEqual(await picture(), [
				'[error] List in an unknown form. · The service lists applications in a form that is not known ({items: {…}}). Enter the application ID by hand.',
				...remedies,
			]);
		});

		it('tells all of it to who points at it or listens to it', async () => {
			await stage.failWith({ kind: 'network', fault: 'timeout', host: 'one.test', code: 'ETIMEDOUT' });
			const whole = 'No connection. one.test did not answer in time. Check your connection, or try again later.';
			const [note] = await stage.provider.getChildren();
			assert(note);
			assert.equal(await tooltipAt(stage.provider, note), whole);
			assert.equal(stage.provider.getTreeItem(note).accessibilityInformation?.label, whole);
		});

		it('keeps everything else within reach', async () => {
			await stage.applications.pin(home, '101', true);
			stage.export(pastExport('101', 'a', { name: 'Shop', interrupted: true, hoursAgo: 30 }));
			await stage.failWith({ kind: 'serviceFailure', status: 500, words: '' });
			assert.deepEqual((await picture()).slice(-4), [
				...remedies,
				'[star-full] Shop · 101',
				['[circle-slash] Last 7 days · Interrupted · Repeat · 1 d ago'],
			]);
		});

		it('keeps the last list when asking again fails', async () => {
			await stage.list([shop]);
			const reloaded = stage.applications.reload(true);
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
			(await stage.nextAsked()).fail({ kind: 'unexpectedBody', found: 'html', words: '' });
			await reloaded;
			const [note, , , , last] = await picture();
			assert.match(String(note), /^\[error\] Not a list of applications\. · The service answered with a web page/);
			assert.equal(last, '[device-mobile] Shop for Android · 101');
		});

		it('forgets the failure when the token is replaced', async () => {
			await stage.failWith({ kind: 'unauthorized' });
			stage.touchAccounts();
			await stage.list([shop]);
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
		});

		it('does not ask by itself again after a failure', async () => {
			await stage.failWith({ kind: 'serviceFailure', status: 503, words: '' });
			await picture();
			await stage.applications.load();
			assert.equal(stage.asked.length, 1);
		});

		it('says that none are listed, what to do, and which are known all the same', async () => {
			await stage.applications.add(home, '5');
			await stage.list([]);
			assert.deepEqual((await picture()).slice(1), [
				'[add] Enter ID…',
				'[account] Switch Account…',
				'[device-mobile] 5',
			]);
		});

		it('tells of entries without an ID', async () => {
			await stage.list([shop], 3);
			assert.deepEqual(await picture(), [
				'[warning] 3 entries have no ID. · The service lists them in a form that is not known, so they are not shown. Enter their IDs by hand.',
				'[add] Enter ID…',
				'[device-mobile] Shop for Android · 101',
			]);
		});

		it('shows a fault of its own as a row and gives it to the log', async () => {
			const fault = new TypeError('ours');
			await stage.failWith(fault);
			assert.deepEqual(await picture(), [
				'[error] The list of applications cannot be shown. · Something unexpected went wrong; the log tells more.',
				...remedies,
				'[output] Show Log',
			]);
			assert.deepEqual(stage.faults, [fault]);
		});

		it('says that past exports cannot be read, and lists the applications', async () => {
			stage.library = () =>
				Promise.reject(new AppError({ kind: 'disk', fault: 'other', path: '/library', code: 'EIO' }));
			await stage.list([shop]);
			const [note, row] = await picture();
			assert.match(String(note), /^\[warning\] Past exports cannot be read\. · \/library/);
			assert.equal(row, '[device-mobile] Shop for Android · 101');
		});

		it('counts past exports that cannot be read, and says where they are', async () => {
			stage.library = async () => ({ entries: [], unreadable: 2 });
			await stage.list([shop]);
			assert.equal(
				(await picture())[0],
				'[warning] 2 past exports cannot be read. · Damaged, or made by a newer version. Nothing was deleted in /library.',
			);
		});
	});

	describe('when accounts change', () => {
		it('gives up the listing of the account before, whose late answer reaches nobody', async () => {
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

		it('shows nothing of the account before while the next one is loading', async () => {
			await stage.list([shop]);
			await picture();
			stage.switchTo(work);
			assert.deepEqual(await picture(), []);
			(await stage.nextAsked()).answer([news]);
			await stage.applications.load();
			assert.deepEqual(await picture(), ['[device-mobile] News · 102']);
		});

		it('resolves a load with the listing of the account that is current in the end', async () => {
			const loaded = stage.applications.load();
			await stage.nextAsked();
			stage.switchTo(work);
			(await stage.nextAsked()).answer([news]);
			await loaded;
			assert.equal(stage.applications.listing.kind, 'loaded');
		});

		it('is not misled by a look-up of the account that ends late', async () => {
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

		it('ends the listing when nobody is signed in any more', async () => {
			const rows = picture();
			const asked = await stage.nextAsked();
			stage.switchTo(undefined);
			await rows;
			assert.equal(asked.signal.aborted, true);
			assert.deepEqual(await picture(), []);
		});
	});

	describe('asking again', () => {
		it('joins what is being asked already', async () => {
			const both = Promise.all([stage.applications.load(), stage.applications.reload(true), stage.applications.load()]);
			(await stage.nextAsked()).answer([shop]);
			await both;
			assert.equal(stage.asked.length, 1);
		});

		it('asks once more with a person waiting when the token was refused silently', async () => {
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
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
		});

		it('leaves everything as it was when it is cancelled', async () => {
			await stage.list([shop]);
			const reloaded = stage.applications.reload(true);
			(await stage.nextAsked()).fail({ kind: 'cancelled' });
			await reloaded;
			assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
		});
	});
});
