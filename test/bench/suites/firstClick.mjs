import { resolve } from 'node:path';

export const onlyWhenNamed = true;

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function firstClick({ own, peer }) {
	const folder = resolve('.bench/workspace');
	const program = peer('firstClick');
	return {
		title: 'The first click on a frame in VS Code, among 50,000 files',
		programs: {
			core: [own('locate'), folder],
			click: [program, folder, 'click'],
			open: [program, folder, 'open'],
		},
		goals: [
			{ text: 'index, including the file search', own: 'click.indexMs', limit: 3000, unit: 'ms' },
			{ text: 'index, compared with one search for all files', own: 'click.indexMs', peer: 'open.indexMs', most: 1.5 },
			// The first frame to be located. VS Code spends most of the click's time on opening its first editor.
			{ text: 'first frame, with the index', own: 'open.locateMs', limit: 200, unit: 'ms' },
			{
				text: 'first click, minus the time of vscode.open',
				own: 'click.firstMs',
				beyond: 'open.firstMs',
				limit: 200,
				unit: 'ms',
			},
			{ text: 'first click, compared with vscode.open', own: 'click.firstMs', peer: 'open.firstMs', most: 2 },
			{ text: 'later clicks, compared with vscode.open', own: 'click.nextMs', peer: 'open.nextMs', most: 1.5 },
		],
	};
}
