import { table, title } from '../out/blocks';
import type { Command } from '../world/command';

export const apps: Command = {
	summary: 'Lists the applications of the service.',
	usage: '',
	options: {},
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
					title(`${applications.length} applications`),
					...table(
						['ID', 'Name'],
						rows.map(({ id, name }) => [{ foreign: id }, { foreign: name ?? '' }]),
					),
				],
			},
		};
	},
};
