import { plural } from '../../wording/formats';
import type { Command } from '../context/command';
import { serviceOptions } from '../options/options';
import { table, title } from '../output/blocks';

export const apps: Command = {
	summary: 'Lists the applications of the service.',
	usage: '',
	options: {},
	uses: ['output', ...serviceOptions],
	takes: [0, 0],
	async run(_given, { account, engine, signal }) {
		const { applications, unreadable } = await engine.call(
			'listApplications',
			{ account: await account.open() },
			{ signal },
		);
		const rows = applications.map(({ id, name }) => ({ id, name: name ?? null }));
		return {
			data: { applications: rows, unreadable },
			rows,
			document: {
				title: 'Applications',
				language: 'en',
				blocks: [
					title(plural(applications.length, { one: '{0} application', other: '{0} applications' })),
					...table(
						['ID', 'Name'],
						rows.map(({ id, name }) => [{ foreign: id }, { foreign: name ?? '' }]),
					),
				],
			},
		};
	},
};
