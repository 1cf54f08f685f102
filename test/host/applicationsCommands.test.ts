import assert from 'node:assert/strict';
import type { CommandId } from '../../src/commands/commandTable';
import { registerCommands } from '../../src/features/applications/applicationCommands';
import type { CommandParameters, Commands } from '../../src/services/commands';
import type { ApplicationNode } from '../../src/services/treeNodes';
import { ApplicationsHarness, home, nameless, news, shop } from '../support/host/applicationsHarness';
import { Person } from '../support/host/person';
import { describeTree } from '../support/host/tree';

describe('commands of the Applications view', () => {
	let stage: ApplicationsHarness;
	let person: Person;
	let revealed: string[];
	let selected: ApplicationNode | undefined;
	let run: <K extends CommandId>(id: K, ...parameters: CommandParameters[K]) => Promise<unknown>;

	beforeEach(async () => {
		stage = new ApplicationsHarness();
		person = new Person();
		revealed = [];
		selected = undefined;
		const handlers = new Map<string, (...parameters: never[]) => unknown>();
		const commands: Pick<Commands, 'register'> = {
			register: (id, handler) => {
				handlers.set(id, handler);
				return { dispose: () => handlers.delete(id) };
			},
		};
		registerCommands(
			{
				accounts: { signedIn: async () => home },
				applications: stage.applications,
				commands,
				exports: { list: () => stage.library() },
				syncedRecords: { list: async () => [] },
			},
			{
				filter: stage.filter,
				reload: () => stage.applications.reload(true),
				reveal: async (id) => void revealed.push(id),
				show: async () => {},
				selected: () => selected,
			},
		);
		run = async (id, ...parameters) => handlers.get(id)?.(...(parameters as never[]));
		await stage.list([shop, news, nameless]);
	});

	afterEach(async () => {
		stage.dispose();
		await person.leave();
	});

	const picture = () => describeTree(stage.provider);
	const rowOf = async (id: string): Promise<ApplicationNode> => {
		const row = (await stage.applications.nodes()).find(({ application }) => application.id === id);
		assert(row);
		return row;
	};

	it('adds an application by ID, reveals it and clears the filter', async () => {
		stage.filter.text = 'news';
		const done = run('appErrors.addApplication');
		const box = person.input('Add Application by ID');
		assert.match((await box.look()).prompt, /not the API key used in the app/);
		await box.type('27cf-44');
		assert.equal(await box.words(), '"27cf-44" is not an application ID. Enter a number, for example 2599.');
		await box.answer('  2599 ');
		await done;
		assert.deepEqual(revealed, ['2599']);
		assert.deepEqual((await picture()).at(-1), '[device-mobile] 2599');
		await run('appErrors.removeApplication', await rowOf('2599'));
		assert.equal((await picture()).length, 3);
	});

	it('does not add an application if the ID input is canceled', async () => {
		const done = run('appErrors.addApplication');
		await person.input('Add Application by ID').escape();
		await done;
		assert.deepEqual([revealed, (await picture()).length], [[], 3]);
	});

	it('pins and unpins the application in the row on which the command is invoked', async () => {
		await run('appErrors.pinApplication', await rowOf('102'));
		assert.equal((await picture())[0], '[device-mobile] News · ★ 102');
		await run('appErrors.unpinApplication', await rowOf('102'));
		assert.equal((await picture())[0], '[robot] Shop for Android · 101');
	});

	it('copies the application ID of the row on which the command is invoked', async () => {
		await run('appErrors.copyApplicationId', await rowOf('101'));
		assert.equal(person.clipboard, '101');
	});

	it('uses the selected application if a command is invoked without a tree row', async () => {
		selected = await rowOf('103');
		await run('appErrors.copyApplicationId');
		assert.equal(person.clipboard, '103');
	});

	it('prompts for an application if a command is invoked without a row or a selection', async () => {
		const done = run('appErrors.copyApplicationId');
		const pick = person.pick('Copy Application ID');
		assert.deepEqual(await pick.labels(), ['Shop for Android', 'News', '103']);
		await pick.choose('News');
		await done;
		assert.equal(person.clipboard, '102');
	});

	it('accepts a typed application ID in the picker', async () => {
		const done = run('appErrors.pinApplication');
		const pick = person.pick('Pin to Top');
		await pick.type('90071992547409931');
		await pick.choose('Application ID 90071992547409931');
		await done;
		assert.equal((await picture())[0], '[device-mobile] 90071992547409931 · ★');
	});

	it('does nothing if the application picker is canceled', async () => {
		const done = run('appErrors.copyApplicationId');
		await person.pick('Copy Application ID').escape();
		await done;
		assert.equal(person.clipboard, '');
	});

	it('filters applications by the typed text, prefills the input with the current filter, and clears the filter', async () => {
		const first = run('appErrors.filterApplications');
		await person.input('Filter Applications').answer('android');
		await first;
		assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
		const second = run('appErrors.filterApplications');
		assert.equal((await person.input('Filter Applications').look()).value, 'android');
		await person.input('Filter Applications').escape();
		await second;
		assert.equal((await picture()).length, 1);
		await run('appErrors.clearApplicationFilter');
		assert.equal((await picture()).length, 3);
	});

	it('shows all applications when the filter text is cleared', async () => {
		stage.filter.text = 'android';
		const done = run('appErrors.filterApplications');
		await person.input('Filter Applications').answer('');
		await done;
		assert.equal((await picture()).length, 3);
	});

	it('reloads the application list interactively', async () => {
		const done = run('appErrors.refreshApplications');
		const asked = await stage.nextAsked();
		assert.equal(asked.interactive, true);
		asked.answer([news]);
		await done;
		assert.deepEqual(await picture(), ['[device-mobile] News · 102']);
	});
});
