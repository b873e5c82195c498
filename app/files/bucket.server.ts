import { S3Driver } from "flydrive/drivers/s3";

/**
 * The driver of a bucket. Its address is `s3://KEY:SECRET@host:port/bucket` at any S3-compatible service, or `s3://bucket` at
 * Amazon's or at AWS_ENDPOINT_URL, with the keys and region of Amazon's variables. `?region=` names the region.
 * `?ssl=0` turns encryption off; on this machine it is off unless `?ssl=1`.
 */
export function bucketDriver(address: URL, patience: number) {
  const { hostname, host, port, username, password, pathname, searchParams } = address;
  const hasService = username !== "" || port !== "";
  const bucket = hasService ? pathname.split("/")[1] : hostname;
  if (!bucket)
    throw new Error("The address of the files' store names no bucket: s3://KEY:SECRET@host:port/bucket");
  const isOwnMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const scheme = (searchParams.get("ssl") ?? (isOwnMachine ? "0" : "1")) === "0" ? "http" : "https";
  return new S3Driver({
    bucket,
    visibility: "private",
    supportsACL: false, // many services have no access lists, and a new bucket is private
    region: searchParams.get("region") || process.env.AWS_REGION || "us-east-1",
    ...(hasService && { endpoint: `${scheme}://${host}` }),
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
    forcePathStyle: hasService || Boolean(process.env.AWS_ENDPOINT_URL),
    requestChecksumCalculation: "WHEN_REQUIRED", // only Amazon's own service has the newer checksums
    responseChecksumValidation: "WHEN_REQUIRED",
    // Two attempts, which together take ten seconds at most until a response to a small request begins. A download may pause while its
    // reader does.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2000,
      requestTimeout: patience,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
  });
}
