import { inFile } from './frame';

const kotlin = 'shop-android/app/src/main/kotlin/com/example/shop';
const java = 'shop-android/app/src/main/java/com/example/shop';

const cartTotals = inClass(`${kotlin}/cart/CartTotals.kt`, 'com.example.shop.cart.CartTotals');
const cartStore = inClass(`${java}/cart/CartStore.java`, 'com.example.shop.cart.CartStore');
const checkout = inClass(`${kotlin}/checkout/CheckoutActivity.kt`, 'com.example.shop.checkout.CheckoutActivity');
const categoryTree = inClass(`${kotlin}/catalog/CategoryTree.kt`, 'com.example.shop.catalog.CategoryTree');
const productAdapter = inClass(`${java}/catalog/ProductAdapter.java`, 'com.example.shop.catalog.ProductAdapter');
const priceApi = inClass(`${kotlin}/pricing/PriceApi.kt`, 'com.example.shop.pricing.PriceApi');
const priceFormat = inClass(`${kotlin}/pricing/PriceFormat.kt`, 'com.example.shop.pricing.PriceFormatKt');
const search = inClass(`${kotlin}/search/SearchViewModel.kt`, 'com.example.shop.search.SearchViewModel');
const orderSync = inClass(`${java}/sync/OrderSync.java`, 'com.example.shop.sync.OrderSync');

export const androidFrames = {
	addLine: cartTotals(14, 'sum', 'total = Math.addExact('),
	sumFails: cartTotals(17, 'sum', 'throw IllegalStateException('),
	discountShare: cartTotals(25, 'discountShare', 'return line.amount * discount / sum(lines)'),
	readCart: cartStore(32, 'read', 'SQLiteDatabase database = getReadableDatabase();'),
	waitForCart: cartStore(31, 'read', 'synchronized (lock) {'),
	readLine: cartStore(35, 'read', 'lines.add(new CartLine('),
	upgradeCart: cartStore(26, 'onUpgrade', 'database.execSQL("ALTER TABLE'),
	writeLine: cartStore(48, 'write', 'getWritableDatabase().insertOrThrow('),
	readForCheckout: checkout(33, 'onCreate', 'val lines: List<CartLine> = store.read()'),
	sumForCheckout: checkout(42, 'onCreate', 'val total = CartTotals.sum(lines)'),
	clickCoupon: checkout(
		36,
		'onCreate',
		'applyFirstCoupon(lines)',
		'com.example.shop.checkout.CheckoutActivity.onCreate$lambda$1',
	),
	firstCoupon: checkout(47, 'applyFirstCoupon', 'val coupon = coupons[0]'),
	couponShare: checkout(48, 'applyFirstCoupon', 'val discount = CartTotals.discountShare('),
	freshPrices: checkout(
		54,
		'refreshPrices',
		'val fresh = prices.load(',
		'com.example.shop.checkout.CheckoutActivity$refreshPrices$1.invokeSuspend',
	),
	depthOf: categoryTree(22, 'depthOf', 'return 1 + depthOf(parent)'),
	bindTitle: productAdapter(28, 'onBindViewHolder', 'row.title.setText(product.getTitle().trim());'),
	bindPosition: productAdapter(27, 'onBindViewHolder', 'Product product = products.get(position);'),
	inflateRow: productAdapter(22, 'onCreateViewHolder', 'return new Row('),
	openProduct: productAdapter(
		29,
		'onBindViewHolder',
		'row.title.setOnClickListener(',
		'com.example.shop.catalog.ProductAdapter.lambda$onBindViewHolder$0$com-example-shop-catalog-ProductAdapter',
	),
	callPrices: priceApi(
		19,
		'load',
		'client.newCall(request).execute()',
		'com.example.shop.pricing.PriceApi$load$2.invokeSuspend',
	),
	refusedPrices: priceApi(
		21,
		'load',
		'throw PriceServiceException(response.code)',
		'com.example.shop.pricing.PriceApi$load$2.invokeSuspend',
	),
	parseLoaded: priceApi(
		23,
		'load',
		'parse(response.body.string())',
		'com.example.shop.pricing.PriceApi$load$2.invokeSuspend',
	),
	findPrices: priceApi(28, 'parse', 'val prices = JSONObject(text).getJSONObject("prices")'),
	readPrice: priceApi(29, 'parse', 'associateWith { id -> minorUnits('),
	minorUnits: priceFormat(16, 'minorUnits', 'return whole.toLong() * 100'),
	currency: priceFormat(9, 'formatPrice', 'format.currency = Currency.getInstance(currencyCode)'),
	toWords: search(29, 'toWords', 'require(words.all'),
	collectWords: search(
		17,
		'init',
		'query.debounce(300).map { toWords(it) }',
		'com.example.shop.search.SearchViewModel$1$invokeSuspend$$inlined$map$1$2.emit',
	),
	startSync: orderSync(
		25,
		'start',
		'executor.scheduleWithFixedDelay(() -> sendAll(orders)',
		'com.example.shop.sync.OrderSync.lambda$start$0$com-example-shop-sync-OrderSync',
	),
	writeOrder: orderSync(31, 'sendAll', 'writer.write(order + " " + send(order));'),
	ordersNotSent: orderSync(35, 'sendAll', 'throw new IllegalStateException("Orders were not sent", error);'),
	openJournal: orderSync(29, 'sendAll', 'try (BufferedWriter writer = '),
	sendOrder: orderSync(42, 'send', 'connection.getOutputStream().write('),
} as const;

/** Hash of the mapping. The mapping file in the workspace contains the same value as `pg_map_hash`. */
export const mapHash = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';

/** Frames of the release build and their deobfuscated originals. Inlined frames come first. */
export const minifiedFrames = {
	bindTitle: { symbol: 'f3.c.d', position: 3, originals: [androidFrames.bindTitle] },
	addLine: {
		symbol: 'com.example.shop.checkout.CheckoutActivity.onCreate',
		position: 10,
		originals: [androidFrames.addLine, androidFrames.sumForCheckout],
	},
	sumFails: {
		symbol: 'com.example.shop.checkout.CheckoutActivity.onCreate',
		position: 11,
		originals: [androidFrames.sumFails, androidFrames.sumForCheckout],
	},
} as const;

function inClass(file: string, className: string) {
	return inFile(file, (method) => `${className}.${method}`);
}
