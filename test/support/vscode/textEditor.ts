import type { Locator, Page } from 'playwright-core';
import { eventually, plainText, succeeds } from './waiting';

/** Time in milliseconds without movement after which lines are considered stable. */
const still = 500;

export class TextEditor {
	private readonly group: Locator;

	constructor(private readonly page: Page) {
		this.group = page.locator('.editor-group-container.active');
	}

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

	/** Returns the cursor position in the status bar, such as `Ln 17, Col 17`. */
	async cursor(): Promise<string> {
		return plainText(await this.page.locator('.statusbar-item[id="status.editor.selection"]').textContent());
	}

	async file(): Promise<string> {
		const names = this.group.locator('.monaco-breadcrumb-item:is(.folder, .file) .label-name');
		return (await names.allTextContents()).map(plainText).join('/');
	}

	/** Waits until a line is opened. `file` is relative to the open folder, and `line` is one-based. */
	async waitForPlace(file: string, line: number): Promise<void> {
		let seen = '';
		await eventually(`${file}:${line}`, async () => {
			seen = `${await this.file()} ${await this.cursor().catch(() => '')}`;
			return seen.startsWith(`${file} Ln ${line},`) || undefined;
		}).catch((error: Error) => {
			throw new Error(`${error.message}; there is "${seen}"`);
		});
	}

	async find(words: string): Promise<void> {
		const box = this.group.locator('.find-widget.visible textarea').first();
		await eventually('The box to find words with', async (timeout) => {
			// The key press is repeated, because a newly opened editor receives the focus late.
			await this.page.keyboard.press('ControlOrMeta+F');
			return succeeds(box.waitFor({ timeout }));
		});
		await box.fill(words);
		await box.press('Enter');
		await this.match().waitFor();
	}

	async followLink(words: string): Promise<void> {
		await this.find(words);
		const before = await this.file();
		const hasLeft = async () => (await this.file()) !== before || undefined;
		await eventually(`What the link on "${words}" leads to`, async (timeout) => {
			// The click is repeated, because a click is lost if the link is redrawn under the pointer.
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

	/** Returns the center of the link when it is stable. Collapsing library frames moves the lines below them. */
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

	private match(): Locator {
		return this.group.locator('.view-overlays .currentFindMatch').first();
	}

	/** Returns the elements of links. Syntax highlighting and whitespace markers split a link into several elements. */
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
