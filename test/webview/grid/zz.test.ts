import { GridStage } from './gridPage';
describe('zz', () => {
	it('loops', async () => {
		const stage = await GridStage.open(2);
		const grid = await stage.page({ rows: 1_000_000 });
		let bad = 0;
		for (let i = 0; i < 40; i++) {
			await grid.start();
			for (const position of [500000, 1, 12_345, 999_998, 999_999, 4_545, 4_546]) {
				await grid.call('goToRow', position, false);
				await grid.settled();
				const found = (await grid.call('rowsOnScreen')).find((row) => row.position === position);
				if (found?.text !== `first ${position}/0`) {
					bad++;
					const html = await grid.page.evaluate((p) => document.querySelector(`[aria-rowindex="${p + 3}"]`)?.outerHTML.slice(0, 300), position);
					console.log(i, position, JSON.stringify(found), html);
				}
			}
			if (bad > 3) break;
		}
		await stage.close();
	}).timeout(200000);
});
