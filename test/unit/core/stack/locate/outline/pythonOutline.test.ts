import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { readingOutline } from '../../../../../../src/core/stack/locate/outline/readOutline';

const text = `import json

class Cart:
    """Holds items.
def ignored(): pass
    """

    @cached
    def total(
        self,
    ):
        def price(item):
            return item["price"]

        # comment
        return sum(price(item) for item in self.items)

    async def load(self):
        pass


def start():
    return Cart()

start()
`;

describe('outlines of Python files', () => {
	it('returns classes, functions and their lines', () => {
		const { types, members, lines } = runSynchronously(readingOutline('shop/cart.py', text));
		const described = [...types, ...members].map(
			({ owner, name, first, last }) => `${[...owner, name].join('.')} ${first}-${last}`,
		);
		assert.deepEqual(described, ['Cart 3-19', 'Cart.total 9-16', 'Cart.price 12-13', 'Cart.load 18-19', 'start 22-23']);
		assert.equal(lines, 25);
	});
});
