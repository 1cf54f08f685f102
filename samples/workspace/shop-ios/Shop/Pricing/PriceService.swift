import Foundation

enum PriceError: Error {
    case status(Int)
    case unknownProduct(String)
}

/// Asks for current prices, in minor units.
actor PriceService {
    private let baseURL: URL
    private var known: [String: Int] = [:]

    init(baseURL: URL) {
        self.baseURL = baseURL
    }

    func price(of productID: String) async throws -> Int {
        if let price = known[productID] {
            return price
        }
        let url = baseURL.appendingPathComponent("prices").appendingPathComponent(productID)
        let (data, response) = try await URLSession.shared.data(from: url)
        let status = (response as! HTTPURLResponse).statusCode
        guard status == 200 else {
            throw PriceError.status(status)
        }
        let prices = try JSONDecoder().decode([String: Int].self, from: data)
        known.merge(prices) { _, fresh in fresh }
        guard let price = prices[productID] else {
            throw PriceError.unknownProduct(productID)
        }
        return price
    }
}
