import { inFile } from './frame';

const cartTotals = inFile('shop-ios/Shop/Cart/CartTotals.swift');
const checkout = inFile('shop-ios/Shop/Checkout/CheckoutViewController.swift');
const priceService = inFile('shop-ios/Shop/Pricing/PriceService.swift');
const imageCache = inFile('shop-ios/Shop/Images/ImageCache.m');
const orderQueue = inFile('shop-ios/Shop/Orders/OrderQueue.swift');
const appDelegate = inFile('shop-ios/Shop/AppDelegate.swift');

export const iosFrames = {
	addLine: cartTotals(16, 'sum', 'total + line.unitPrice * line.quantity', 'closure #1 in CartTotals.sum()'),
	sum: cartTotals(14, 'sum', 'lines.reduce(0)', 'CartTotals.sum()'),
	discountedLine: cartTotals(22, 'discountedLine', 'lines[position]', 'CartTotals.discountedLine(at:)'),
	share: cartTotals(29, 'shares', 'discount * line.unitPrice / whole', 'closure #1 in CartTotals.shares(of:)'),
	shares: cartTotals(27, 'shares', 'return lines.map', 'CartTotals.shares(of:)'),
	showTotal: checkout(42, 'showTotal', 'totalLabel.text = totals.sum()', 'CheckoutViewController.showTotal()'),
	viewLoaded: checkout(16, 'viewDidLoad', 'showTotal()', 'CheckoutViewController.viewDidLoad()'),
	showLines: checkout(21, 'show', 'showTotal()', 'CheckoutViewController.show(_:)'),
	readCoupon: checkout(25, 'payTapped', 'let coupon = couponField.text', 'CheckoutViewController.payTapped(_:)'),
	showShares: checkout(26, 'payTapped', 'totals.shares(of: coupon.count)', 'CheckoutViewController.payTapped(_:)'),
	findLine: checkout(27, 'payTapped', 'totals.discountedLine(at:', 'CheckoutViewController.payTapped(_:)'),
	refresh: checkout(
		35,
		'refresh',
		'try await prices.price(of: productID)',
		'(1) suspend resume partial function for CheckoutViewController.refresh(_:)',
	),
	castResponse: priceService(
		23,
		'price',
		'let status = (response as! HTTPURLResponse)',
		'(2) suspend resume partial function for PriceService.price(of:)',
	),
	storeImage: imageCache(
		29,
		'storeImage',
		'[self.images setObject:image forKey:address];',
		'-[ImageCache storeImage:forAddress:]',
	),
	addRecent: imageCache(30, 'storeImage', '[self.recent addObject:address];', '-[ImageCache storeImage:forAddress:]'),
	removeWhileCounting: imageCache(
		41,
		'removeAllImages',
		'for (NSString *address in self.recent) {',
		'-[ImageCache removeAllImages]',
	),
	memoryWarning: appDelegate(
		21,
		'applicationDidReceiveMemoryWarning',
		'ImageCache.shared().removeAllImages()',
		'AppDelegate.applicationDidReceiveMemoryWarning(_:)',
	),
	readOrders: orderQueue(23, 'resume', 'let data = try! Data(contentsOf: file)', 'closure #1 in OrderQueue.resume()'),
	decodeOrders: orderQueue(24, 'resume', 'orders = try! JSONDecoder()', 'closure #1 in OrderQueue.resume()'),
	removeSent: orderQueue(
		35,
		'sendNext',
		'self.orders.removeFirst()',
		'closure #1 in closure #1 in OrderQueue.sendNext()',
	),
	afterSending: orderQueue(34, 'sendNext', 'self.queue.sync {', 'closure #1 in OrderQueue.sendNext()'),
} as const;
