import type { Locator, Page } from 'playwright-core';
import { eventually, plainText } from './waiting';

/** Lines that have not moved for so long are where they stay (ms). */
const still = 500;

/** The text editor in front, of the group that has the focus. */
export class TextEditor {
	private readonly group: Locator;

	constructor(private readonly page: Page) {
		this.group = page.locator('.editor-group-container.active');
	}

	/** The lines in sight. */
	async text(): Promise<string> {
		const editor = this.group.locator('.editor-instance .monaco-editor').first();
		await editor.locator('.view-line').first().waitFor();
		const lines = await editor.locator('.view-line').evaluateAll((found) =>
			found
				.map((line) => ({
					top: Number.parseInt((line as unknown as { style: { top: string } }).style.top, 10),
					text: line.textContent,
				}))
				.sort((a, b) => a.top - b.top)
				.map((line) => line.text),
		);
		return plainText(lines.join('\n'));
	}

	/** Where the cursor is, as the status bar tells it: `Ln 17, Col 17`. */
	async cursor(): Promise<string> {
		return plainText(await this.page.locator('.statusbar-item[id="status.editor.selection"]').textContent());
	}

	/** The file, as the path above the text tells it. */
	async file(): Promise<string> {
		const names = this.group.locator('.monaco-breadcrumb-item:is(.folder, .file) .label-name');
		return (await names.allTextContents()).map(plainText).join('/');
	}

	/** @param file Below the folder that is open. @param line Base 1. */
	async waitForPlace(file: string, line: number): Promise<void> {
		let seen = '';
		await eventually(`${file}:${line}`, async () => {
			seen = `${await this.file()} ${await this.cursor().catch(() => '')}`;
			return seen.startsWith(`${file} Ln ${line},`) || undefined;
		}).catch((error: Error) => {
			throw new Error(`${error.message}; there is "${seen}"`);
		});
	}

	/** Goes to the first place that has these words, and leaves the box with them open. */
	async find(words: string): Promise<void> {
		const box = this.group.locator('.find-widget.visible textarea').first();
		await eventually('The box to find words with', async (timeout) => {
			// Again each time: an editor that was just opened has the focus late.
			await this.page.keyboard.press('ControlOrMeta+F');
			return box.waitFor({ timeout }).then(
				() => true,
				() => undefined,
			);
		});
		await box.fill(words);
		await box.press('Enter');
		await this.match().waitFor();
	}

	/** Clicks a link into another file by what it says, as one follows links. */
	async followLink(words: string): Promise<void> {
		await this.find(words);
		const before = await this.file();
		const hasLeft = async () => (await this.file()) !== before || undefined;
		await eventually(`What the link on "${words}" leads to`, async (timeout) => {
			// Again each time: a link that is drawn anew below the mouse hears no click.
			const middle = await eventually(`A link on "${words}"`, async () =>
				(await hasLeft()) ? 'left' : this.middleOfLink(),
			);
			if (middle !== 'left') {
				await this.page.keyboard.down('ControlOrMeta');
				await this.page.mouse.click(middle.x, middle.y);
				await this.page.keyboard.up('ControlOrMeta');
			}
			return eventually('Another file', hasLeft, timeout).catch(() => undefined);
		});
	}

	/** Of the link on what was found, once it stays where it is: folding frames of libraries moves what is below them. */
	private async middleOfLink(): Promise<Point | undefined> {
		const middle = await this.middleOfMatch();
		await new Promise((resolve) => setTimeout(resolve, still));
		const later = await this.middleOfMatch();
		const isStill = middle && later && middle.x === later.x && middle.y === later.y;
		return isStill && (await this.links()).some((link) => contains(link, middle)) ? middle : undefined;
	}

	private async middleOfMatch(): Promise<Point | undefined> {
		const found = await this.match().boundingBox();
		return found ? { x: found.x + found.width / 2, y: found.y + found.height / 2 } : undefined;
	}

	/** What was found and is in sight. */
	private match(): Locator {
		return this.group.locator('.view-overlays .currentFindMatch').first();
	}

	/** Where links are. Colours, and marks for spaces, cut one into several pieces. */
	private links(): Promise<readonly Box[]> {
		return this.group.locator('.view-line .detected-link').evaluateAll((pieces) =>
			pieces.map((piece) => {
				const { x, y, width, height } = (piece as unknown as { getBoundingClientRect(): Box }).getBoundingClientRect();
				return { x, y, width, height };
			}),
		);
	}
}

interface Point {
	readonly x: number;
	readonly y: number;
}

interface Box extends Point {
	readonly width: number;
	readonly height: number;
}

function contains({ x, y, width, height }: Box, point: Point): boolean {
	return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}
